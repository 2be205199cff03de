import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';
import { ToldPlaces, queueChannel } from '#server/services/chat/queueNotices.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Notifications between servers about answers, through PostgreSQL. */
export class AnswerNotices {
  readonly #stored = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  readonly #places = new ToldPlaces();
  readonly #listener: Listener;

  constructor(url: string, log: Pick<Logger, 'warn'>, stop: (answerId: string) => void) {
    this.#listener = listen(
      url,
      ['answer_event', 'answer_stop', queueChannel],
      {
        onNotification: (channel, payload) => {
          if (channel === 'answer_stop') stop(payload);
          else if (channel === queueChannel) this.#places.hear(payload);
          else for (const id of payload.split(',')) this.#stored.emit(id);
        },
        onConnected: () => {
          for (const id of this.#stored.eventNames()) this.#stored.emit(id);
        },
      },
      log,
    );
  }

  get ready(): Promise<void> {
    return this.#listener.ready;
  }

  /** Answers that begin before this one, which waits on another server; `undefined` where none says so. */
  ahead(answerId: string): number | undefined {
    return this.#places.ahead(answerId);
  }

  /**
   * Begins to watch an answer. `next` resolves when events of it were stored since the call before, or after
   * `milliseconds`, so that a lost notification costs time and never an event.
   */
  watch(answerId: string): {
    next(milliseconds: number, signal: AbortSignal): Promise<void>;
    close(): void;
  } {
    let arrived = false;
    let wake: (() => void) | undefined;
    const notice = () => {
      arrived = true;
      wake?.();
    };
    this.#stored.on(answerId, notice);
    return {
      next: async (milliseconds, signal) => {
        if (!arrived && !signal.aborted) {
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, milliseconds);
          wake = resolve;
          await untilAborted(promise, signal).catch(() => undefined);
          clearTimeout(timer);
        }
        arrived = false;
        wake = undefined;
      },
      close: () => this.#stored.off(answerId, notice),
    };
  }

  close(): Promise<void> {
    return this.#listener.close();
  }
}
