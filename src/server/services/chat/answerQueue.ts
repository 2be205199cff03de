import { AppError } from '#server/errors.ts';

/** Every tenth position of the queue is reserved for Pro. */
const placesPerProPlace = 10;

/** The slot of an answer, from before it is stored until it has ended. */
export type Slot = {
  readonly answerId: string;
  readonly isPro: boolean;
  state: 'taken' | 'waiting' | 'running' | 'left';
};

/** Whether an answer may run: immediately, after waiting in the queue, or not at all. */
export type Entry = 'at once' | 'called' | 'sent away';

type Waiting = { slot: Slot; begin: (entry: Entry) => void };

/**
 * Limits the answers that run at the same time on this server, and queues the others: Pro first, then in the order of
 * arrival. A slot that was taken must be released by `leave`, even if its answer fails.
 */
export class AnswerQueue {
  readonly #slotLimit: number;
  readonly #queuePlaces: number;
  readonly #waiting: Waiting[] = [];
  #slots = 0;
  #running = 0;
  #isClosed = false;

  constructor(places: number, queuePlaces: number) {
    this.#slotLimit = places;
    this.#queuePlaces = queuePlaces;
  }

  /** Throws `server_busy` when all slots and all places of the queue are taken. */
  refuseWhenFull(isPro: boolean): void {
    const reserved = isPro ? 0 : Math.floor(this.#queuePlaces / placesPerProPlace);
    if (this.#slots < this.#slotLimit + this.#queuePlaces - reserved) return;
    throw new AppError('server_busy', 'Server busy, access failed, please try again later');
  }

  /** Takes a slot. Throws the errors of `refuseWhenFull`. */
  take(answerId: string, isPro: boolean): Slot {
    this.refuseWhenFull(isPro);
    this.#slots += 1;
    return { answerId, isPro, state: 'taken' };
  }

  /** Waits until the answer may run. Returns `sent away` if `signal` aborts meanwhile, and if the queue is closed. */
  async enter(slot: Slot, signal: AbortSignal): Promise<Entry> {
    if (this.#running < this.#slotLimit) {
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

  /** Releases a slot; the next waiting answer starts. Does nothing the second time. */
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

  get waiting(): string[] {
    return this.#waiting.map(({ slot }) => slot.answerId);
  }

  /** Returns the number of answers before this one in the queue; `undefined` when it does not wait. */
  ahead(answerId: string): number | undefined {
    const position = this.#waiting.findIndex(({ slot }) => slot.answerId === answerId);
    return position === -1 ? undefined : position;
  }

  /** Rejects waiting answers, and from now on every answer that would have to wait. */
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
    const position = this.#waiting.indexOf(waiting);
    // It was started in the same moment, and releases its slot itself.
    if (position === -1) return;
    this.#waiting.splice(position, 1);
    waiting.slot.state = 'taken';
    waiting.begin('sent away');
  }
}
