import type { ReaderEvent, Reader } from '#server/services/answers/follow/reader.ts';

/** A reader of an answer that may be queued. It detects when the answer is accepted, and when it starts. */
export class WaitingReader implements Reader {
  readonly #reader: Reader;
  readonly #accepted = Promise.withResolvers<void>();
  readonly #started = Promise.withResolvers<void>();
  #isWaiting = true;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get canWrite(): boolean {
    return this.#reader.canWrite;
  }

  get signal(): AbortSignal {
    return this.#reader.signal;
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  get accepted(): Promise<void> {
    return this.#accepted.promise;
  }

  drained(): Promise<void> {
    return this.#reader.drained();
  }

  write(events: readonly ReaderEvent[]): void {
    this.#reader.write(events);
    this.#accepted.resolve();
    if (events.some(({ event }) => event.type !== 'accepted')) this.stopWaiting();
  }

  writePosition(ahead: number): void {
    this.#reader.write([{ number: undefined, event: { type: 'queue', ahead } }]);
  }

  /** Call it when the answer no longer waits. */
  stopWaiting(): void {
    this.#isWaiting = false;
    this.#accepted.resolve();
    this.#started.resolve();
  }

  /** Resolves after a time, or immediately when the answer starts. */
  async next(milliseconds: number): Promise<void> {
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, milliseconds);
    await Promise.race([this.#started.promise, waited.promise]);
    clearTimeout(timer);
  }
}
