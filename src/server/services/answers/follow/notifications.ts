import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';
import { RemoteQueues, queueChannel } from '#server/services/answers/follow/queueNotifications.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** Sends and receives notifications between servers about answers, through PostgreSQL. */
export class AnswerNotifications {
  readonly #stored = new EventEmitter({ captureRejections: false }).setMaxListeners(0);
  readonly #remoteQueues = new RemoteQueues();
  readonly #listener: Listener;

  constructor(url: string, log: Pick<Logger, 'warn'>, stop: (answerId: string) => void) {
    this.#listener = listen(
      url,
      ['answer_event', 'answer_stop', queueChannel],
      {
        onNotification: (channel, payload) => {
          if (channel === 'answer_stop') stop(payload);
          else if (channel === queueChannel) this.#remoteQueues.receive(payload);
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

  /** Returns the number of answers before this one in another server's queue; `undefined` if unknown. */
  ahead(answerId: string): number | undefined {
    return this.#remoteQueues.ahead(answerId);
  }

  /**
   * Watches an answer. `next` resolves when events of it were stored since the previous call, or after `milliseconds`,
   * so that a lost notification only causes a delay. `close` unsubscribes.
   */
  watch(answerId: string): {
    next(milliseconds: number, signal: AbortSignal): Promise<void>;
    close(): void;
  } {
    let arrived = false;
    let wake: (() => void) | undefined;
    const onNotification = () => {
      arrived = true;
      wake?.();
    };
    this.#stored.on(answerId, onNotification);
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
      close: () => this.#stored.off(answerId, onNotification),
    };
  }

  close(): Promise<void> {
    return this.#listener.close();
  }
}
