import { AppError } from '#server/errors.ts';

/** Every tenth place of the queue is kept for Pro, which the others cannot fill. */
const placesPerProPlace = 10;

/** One answer's place in the order, from before it is stored until it has ended. */
export type Ticket = {
  readonly answerId: string;
  readonly isPro: boolean;
  state: 'taken' | 'waiting' | 'running' | 'left';
};

/** Whether an answer may run: at once, after it was called from the queue, or not at all. */
export type Entry = 'at once' | 'called' | 'sent away';

type Waiting = { ticket: Ticket; begin: (entry: Entry) => void };

/**
 * The answers that may run at once on this server, and the queue of those that wait: Pro first, then first come, first
 * served. Who takes a ticket gives it back by `leave`, whatever became of it.
 */
export class Admission {
  readonly #places: number;
  readonly #queuePlaces: number;
  readonly #waiting: Waiting[] = [];
  #tickets = 0;
  #running = 0;
  #isClosed = false;

  constructor(places: number, queuePlaces: number) {
    this.#places = places;
    this.#queuePlaces = queuePlaces;
  }

  /** Throws `server_busy` when as many answers run and wait as can. */
  refuseWhenFull(isPro: boolean): void {
    const kept = isPro ? 0 : Math.floor(this.#queuePlaces / placesPerProPlace);
    if (this.#tickets < this.#places + this.#queuePlaces - kept) return;
    throw new AppError('server_busy', 'Server busy, access failed, please try again later');
  }

  /** Throws what `refuseWhenFull` does. */
  take(answerId: string, isPro: boolean): Ticket {
    this.refuseWhenFull(isPro);
    this.#tickets += 1;
    return { answerId, isPro, state: 'taken' };
  }

  /**
   * Waits until the answer may run. It is sent away when `signal` aborts while it waits, and when the queue is closed.
   */
  async enter(ticket: Ticket, signal: AbortSignal): Promise<Entry> {
    if (this.#running < this.#places) {
      this.#run(ticket);
      return 'at once';
    }
    if (this.#isClosed || signal.aborted) return 'sent away';
    const { promise, resolve } = Promise.withResolvers<Entry>();
    const waiting: Waiting = { ticket, begin: resolve };
    this.#enqueue(waiting);
    const giveUp = () => this.#giveUp(waiting);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Gives a ticket back; its place goes to whoever is next. */
  leave(ticket: Ticket): void {
    if (ticket.state === 'left') return;
    const wasRunning = ticket.state === 'running';
    ticket.state = 'left';
    this.#tickets -= 1;
    if (!wasRunning) return;
    this.#running -= 1;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#run(next.ticket);
    next.begin('called');
  }

  /** The answers that wait, the next one first. */
  get waiting(): string[] {
    return this.#waiting.map(({ ticket }) => ticket.answerId);
  }

  /** Answers that begin before this one; `undefined` when it does not wait. */
  ahead(answerId: string): number | undefined {
    const place = this.#waiting.findIndex(({ ticket }) => ticket.answerId === answerId);
    return place === -1 ? undefined : place;
  }

  /** Sends away who waits, and from now on everybody who would have to. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#waiting.toReversed()) this.#giveUp(waiting);
  }

  #run(ticket: Ticket): void {
    ticket.state = 'running';
    this.#running += 1;
  }

  #enqueue(waiting: Waiting): void {
    waiting.ticket.state = 'waiting';
    const firstOther = waiting.ticket.isPro
      ? this.#waiting.findIndex(({ ticket }) => !ticket.isPro)
      : this.#waiting.length;
    this.#waiting.splice(firstOther === -1 ? this.#waiting.length : firstOther, 0, waiting);
  }

  #giveUp(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    // It was called in the same moment: then it has a place, and leaves it.
    if (place === -1) return;
    this.#waiting.splice(place, 1);
    waiting.ticket.state = 'taken';
    waiting.begin('sent away');
  }
}
