import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { notify } from '#server/db/notify.ts';
import { redactedError } from '#server/errors.ts';

/** The channel on which servers tell who waits on them. */
export const queueChannel = 'answer_queue';

/** Milliseconds between two times that a server tells its queue, for as long as it has one. */
const tellMilliseconds = 1_000;

/** How long a place counts that is not told again. */
const keptMilliseconds = 3 * tellMilliseconds;

/** Ids that fit into one notification (PostgreSQL allows 8,000 bytes), and those of a queue that are told. */
const idsPerNotification = 200;
const toldAtMost = 1_000;

type Parts = { database: Database; log: Pick<Logger, 'warn'> };

/** Tells the other servers the order of those who wait on this one: their readers may be connected anywhere. */
export class QueueTeller {
  readonly #parts: Parts;
  readonly #waiting: () => readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `waiting` answers the ids of the answers that wait, the next one first. */
  constructor(parts: Parts, waiting: () => readonly string[]) {
    this.#parts = parts;
    this.#waiting = waiting;
  }

  /** Begins to tell, and goes on until nobody waits any more. */
  begin(): void {
    this.#timer ??= setTimeout(() => void this.#tell(), 0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #tell(): Promise<void> {
    const { database, log } = this.#parts;
    const ids = this.#waiting().slice(0, toldAtMost);
    try {
      for (let start = 0; start < ids.length; start += idsPerNotification) {
        const some = ids.slice(start, start + idsPerNotification).join(',');
        await notify(database.query, queueChannel, `${start}:${some}`);
      }
    } catch (error) {
      log.warn({ error: redactedError(error) }, 'the queue could not be told');
    }
    this.#timer = undefined;
    if (ids.length === 0 || this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#tell(), tellMilliseconds);
  }
}

/** The queues of other servers, from their notifications. */
export class ToldPlaces {
  readonly #places = new Map<string, { ahead: number; until: number }>();

  hear(payload: string): void {
    const now = performance.now();
    for (const [id, { until }] of this.#places) if (until < now) this.#places.delete(id);
    const [start = '', ids = ''] = payload.split(':');
    for (const [place, id] of ids.split(',').entries()) {
      this.#places.set(id, { ahead: Number(start) + place, until: now + keptMilliseconds });
    }
  }

  /** Answers that begin before this one; `undefined` when no server has lately said that it waits. */
  ahead(answerId: string): number | undefined {
    const told = this.#places.get(answerId);
    return told && told.until >= performance.now() ? told.ahead : undefined;
  }
}
