import type { CorePlatform } from '#server/context.ts';
import { notify } from '#server/db/notify.ts';
import { redactedError } from '#server/errors.ts';

/** The channel on which servers send their queues. */
export const queueChannel = 'answer_queue';

/** Interval at which a server sends its queue while it has one. */
const sendMilliseconds = 1_000;

const validMilliseconds = 3 * sendMilliseconds;

/** Ids per notification (PostgreSQL allows 8,000 bytes), and the most ids of a queue that are sent. */
const idsPerNotification = 200;
const idsAtMost = 1_000;

/** Sends the order of the queue on this server to the other servers, where readers of its answers may be connected. */
export class QueueNotifier {
  readonly #platform: CorePlatform;
  readonly #waiting: () => readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `waiting` returns the ids of waiting answers, the next one first. */
  constructor(platform: CorePlatform, waiting: () => readonly string[]) {
    this.#platform = platform;
    this.#waiting = waiting;
  }

  /** Sends the queue repeatedly until it is empty. */
  start(): void {
    this.#timer ??= setTimeout(() => void this.#send(), 0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    const { database, log } = this.#platform;
    const ids = this.#waiting().slice(0, idsAtMost);
    try {
      for (let start = 0; start < ids.length; start += idsPerNotification) {
        const some = ids.slice(start, start + idsPerNotification).join(',');
        await notify(database.query, queueChannel, `${start}:${some}`);
      }
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the positions in the queue could not be sent');
    }
    this.#timer = undefined;
    if (ids.length === 0 || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#send(), sendMilliseconds);
  }
}

export class RemoteQueues {
  readonly #positions = new Map<string, { ahead: number; until: number }>();

  receive(payload: string): void {
    const now = performance.now();
    for (const [id, { until }] of this.#positions) if (until < now) this.#positions.delete(id);
    const [start = '', ids = ''] = payload.split(':');
    for (const [index, id] of ids.split(',').entries()) {
      this.#positions.set(id, { ahead: Number(start) + index, until: now + validMilliseconds });
    }
  }

  /** Returns the number of answers before this one; `undefined` when no server has recently reported it. */
  ahead(answerId: string): number | undefined {
    const position = this.#positions.get(answerId);
    return position && position.until >= performance.now() ? position.ahead : undefined;
  }
}
