import { AppError } from '#server/errors.ts';

/** Every tenth place of the queue is kept for Pro, which the others cannot fill. */
const placesPerProPlace = 10;

/** One answer's place in the order, from before it is stored until it has ended. */
export type Slot = {
  readonly answerId: string;
  readonly isPro: boolean;
  state: 'taken' | 'waiting' | 'running' | 'left';
};

/** Whether an answer may run: at once, after it was called from the queue, or not at all. */
export type Entry = 'at once' | 'called' | 'sent away';

type Waiting = { slot: Slot; begin: (entry: Entry) => void };

/**
 * The answers that may run at once on this server, and the queue of those that wait: Pro first, then first come, first
 * served. A slot that was taken is given back by `leave`, whatever became of its answer.
 */
export class AnswerQueue {
  readonly #places: number;
  readonly #queuePlaces: number;
  readonly #waiting: Waiting[] = [];
  #slots = 0;
  #running = 0;
  #isClosed = false;

  constructor(places: number, queuePlaces: number) {
    this.#places = places;
    this.#queuePlaces = queuePlaces;
  }

  /** Throws `server_busy` when as many answers run and wait as can. */
  refuseWhenFull(isPro: boolean): void {
    const kept = isPro ? 0 : Math.floor(this.#queuePlaces / placesPerProPlace);
    if (this.#slots < this.#places + this.#queuePlaces - kept) return;
    throw new AppError('server_busy', 'Server busy, access failed, please try again later');
  }

  /** Throws what `refuseWhenFull` does. */
  take(answerId: string, isPro: boolean): Slot {
    this.refuseWhenFull(isPro);
    this.#slots += 1;
    return { answerId, isPro, state: 'taken' };
  }

  /**
   * Waits until the answer may run. It is sent away when `signal` aborts while it waits, and when the queue is closed.
   */
  async enter(slot: Slot, signal: AbortSignal): Promise<Entry> {
    if (this.#running < this.#places) {
      this.#run(slot);
      return 'at once';
    }
    if (this.#isClosed || signal.aborted) return 'sent away';
    const { promise, resolve } = Promise.withResolvers<Entry>();
    const waiting: Waiting = { slot, begin: resolve };
    this.#enqueue(waiting);
    const giveUp = () => this.#giveUp(waiting);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Gives a slot back; the next answer that waits gets its place. Does nothing the second time. */
  leave(slot: Slot): void {
    if (slot.state === 'left') return;
    const wasRunning = slot.state === 'running';
    slot.state = 'left';
    this.#slots -= 1;
    if (!wasRunning) return;
    this.#running -= 1;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#run(next.slot);
    next.begin('called');
  }

  /** The answers that wait, the next one first. */
  get waiting(): string[] {
    return this.#waiting.map(({ slot }) => slot.answerId);
  }

  /** Answers that begin before this one; `undefined` when it does not wait. */
  ahead(answerId: string): number | undefined {
    const place = this.#waiting.findIndex(({ slot }) => slot.answerId === answerId);
    return place === -1 ? undefined : place;
  }

  /** Sends away who waits, and from now on everybody who would have to. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting.toReversed()) this.#giveUp(waiting);
  }

  #run(slot: Slot): void {
    slot.state = 'running';
    this.#running += 1;
  }

  #enqueue(waiting: Waiting): void {
    waiting.slot.state = 'waiting';
    const firstOther = waiting.slot.isPro
      ? this.#waiting.findIndex(({ slot }) => !slot.isPro)
      : this.#waiting.length;
    this.#waiting.splice(firstOther === -1 ? this.#waiting.length : firstOther, 0, waiting);
  }

  #giveUp(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    // It was called in the same moment: then it has a place, and leaves it.
    if (place === -1) return;
    this.#waiting.splice(place, 1);
    waiting.slot.state = 'taken';
    waiting.begin('sent away');
  }
}
