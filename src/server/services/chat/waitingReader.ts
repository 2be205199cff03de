import type { GivenEvent, Reader } from '#server/services/chat/reader.ts';

/** A reader whose answer may have to wait for its turn: notes when it is accepted, and when more is heard of it. */
export class WaitingReader implements Reader {
  readonly #reader: Reader;
  readonly #accepted = Promise.withResolvers<void>();
  readonly #begun = Promise.withResolvers<void>();
  #isWaiting = true;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get hasRoom(): boolean {
    return this.#reader.hasRoom;
  }

  get signal(): AbortSignal {
    return this.#reader.signal;
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Resolves when anything was heard of the answer. */
  get accepted(): Promise<void> {
    return this.#accepted.promise;
  }

  room(): Promise<void> {
    return this.#reader.room();
  }

  give(events: readonly GivenEvent[]): void {
    this.#reader.give(events);
    this.#accepted.resolve();
    if (events.some(({ event }) => event.type !== 'accepted')) this.begin();
  }

  /** Tells how many answers begin before. */
  tell(ahead: number): void {
    this.#reader.give([{ number: undefined, event: { type: 'queue', ahead } }]);
  }

  /** The answer does not wait any more. */
  begin(): void {
    this.#isWaiting = false;
    this.#accepted.resolve();
    this.#begun.resolve();
  }

  /** Resolves after a time, or at once when the answer begins. */
  async next(milliseconds: number): Promise<void> {
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, milliseconds);
    await Promise.race([this.#begun.promise, waited.promise]);
    clearTimeout(timer);
  }
}
