import type { StoredEvent } from '#contract/chat.ts';
import { untilAborted } from '#server/untilAborted.ts';

/** An event with its place in the answer, from 1. */
export type NumberedEvent = { number: number; event: StoredEvent };

/** After the first token, text that arrives within this time is sent as one event. */
const joinMilliseconds = 30;

/** An answer that this server runs: its events in memory, for readers, and the switch that stops it. */
export class LiveAnswer {
  readonly id: string;
  readonly #abort = new AbortController();
  readonly #events: NumberedEvent[];
  #waiting: PromiseWithResolvers<void> | undefined;
  #joined = '';
  #joinTimer: NodeJS.Timeout | undefined;
  #stored: number;
  #text = '';
  #ended = false;

  constructor(id: string, accepted: StoredEvent) {
    this.id = id;
    this.#events = [{ number: 1, event: accepted }];
    this.#stored = 1;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** All text so far. */
  get text(): string {
    return this.#text;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Ends the run; `reason` becomes the reason of `signal`. */
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Adds text: the first at once, what follows joined for a moment. */
  append(text: string): void {
    const first = this.#text === '';
    this.#text += text;
    this.#joined += text;
    if (first) this.#emitJoined();
    else this.#joinTimer ??= setTimeout(() => this.#emitJoined(), joinMilliseconds);
  }

  /** The events after number `after`, waiting for the next one where there is none; empty once it ended. */
  async eventsAfter(after: number, signal: AbortSignal): Promise<readonly NumberedEvent[]> {
    while (!signal.aborted) {
      if (this.#events.length > after) return this.#events.slice(after);
      if (this.#ended) return [];
      this.#waiting ??= Promise.withResolvers();
      await untilAborted(this.#waiting.promise, signal).catch(() => undefined);
    }
    return [];
  }

  /** What has not been stored yet, with all text so far in it. */
  unstored(): readonly NumberedEvent[] {
    return this.#events.slice(this.#stored);
  }

  /** Notes that the events up to `number` are in the database. */
  markStored(number: number): void {
    this.#stored = Math.max(this.#stored, number);
  }

  /** Makes the joined text an event now. */
  flushText(): void {
    this.#emitJoined();
  }

  /** The last event, which is stored already. Readers receive it and nothing after it. */
  end(event: StoredEvent): void {
    this.#emit(event);
    this.#stored = this.#events.length;
    this.#ended = true;
  }

  /** Ends it without an event: somebody else closed the answer, and readers find the end in the database. */
  abandon(): void {
    clearTimeout(this.#joinTimer);
    this.#ended = true;
    this.#wake();
  }

  #emitJoined(): void {
    clearTimeout(this.#joinTimer);
    this.#joinTimer = undefined;
    if (this.#joined === '') return;
    const text = this.#joined;
    this.#joined = '';
    this.#emit({ type: 'delta', text });
  }

  #emit(event: StoredEvent): void {
    this.#events.push({ number: this.#events.length + 1, event });
    this.#wake();
  }

  #wake(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
