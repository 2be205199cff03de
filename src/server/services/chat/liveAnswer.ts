import type { StoredEvent } from '#contract/chat.ts';

/** An event with its place in the answer, from 1. */
export type NumberedEvent = {
  number: number;
  event: StoredEvent;
  /** The event as it is sent and stored, where it was put into words already. */
  json?: string;
};

/** After the first token, text that arrives within this time is sent as one event. */
const joinMilliseconds = 40;

/** Text that is this old goes with the next one: it would hardly wait for one more. */
const enoughMilliseconds = 30;

/** Characters of one event: readers get one more than they have room for. */
const eventMaxCharacters = 50_000;

/** An answer that this server runs: its events in memory, for readers, and the switch that stops it. */
export class LiveAnswer {
  readonly id: string;
  readonly #abort = new AbortController();
  readonly #events: NumberedEvent[] = [];
  readonly #now: () => Date;
  readonly #listeners = new Map<() => void, (error: unknown) => void>();
  #joined = '';
  #joinTimer: NodeJS.Timeout | undefined;
  #joinedSince = 0;
  #stored = 1;
  /** The text of all events. Made of theirs, it takes no memory of its own until it is stored. */
  #text = '';
  #isBlank = true;
  #firstText: Date | undefined;
  #ended = false;
  #isReleased = false;

  /** The event `accepted` is stored already. */
  constructor(id: string, accepted: StoredEvent, now: () => Date = () => new Date()) {
    this.id = id;
    this.#now = now;
    this.#emit(accepted);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** All text so far. */
  get text(): string {
    return this.#text + this.#joined;
  }

  /** Whether nothing visible was said so far. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  /** When its first text came. */
  get firstText(): Date | undefined {
    return this.#firstText;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether all its events are in the database, and none in memory any more. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  get lastNumber(): number {
    return this.#events.length;
  }

  /** Ends the run; `reason` becomes the reason of `signal`. */
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Adds text: the first at once, what follows joined for a moment. */
  append(text: string): void {
    const isFirst = this.#text === '';
    this.#joined += text;
    this.#isBlank &&= text.trim() === '';
    if (isFirst) {
      this.#firstText = this.#now();
      this.#emitJoined();
    } else if (this.#joinTimer === undefined) {
      this.#joinedSince = performance.now();
      this.#joinTimer = setTimeout(() => this.#emitJoined(), joinMilliseconds);
    } else if (performance.now() - this.#joinedSince >= enoughMilliseconds) {
      this.#emitJoined();
    }
  }

  /** Adds an event that is no text. */
  add(event: StoredEvent): void {
    this.#emitJoined();
    this.#emit(event);
  }

  /** The first `most` events after number `after`. */
  eventsAfter(after: number, most: number): readonly NumberedEvent[] {
    return this.#events.slice(after, after + most);
  }

  /** Calls `heard` at each event and at the end, `failed` with what it throws. Returns an unsubscribe function. */
  listen(heard: () => void, failed: (error: unknown) => void): () => void {
    this.#listeners.set(heard, failed);
    return () => this.#listeners.delete(heard);
  }

  /** The event that has not been stored yet, with all text so far in it. */
  unstored(): readonly NumberedEvent[] {
    return this.#events.slice(this.#stored);
  }

  /** Notes that the events up to `number` are in the database. */
  markStored(number: number): void {
    // Readers have them mostly; for the slow ones it is written once more. In memory it is as long as the text itself.
    for (const event of this.#events.slice(this.#stored, number)) delete event.json;
    this.#stored = Math.max(this.#stored, number);
  }

  /** Makes the joined text an event now. */
  flushText(): void {
    this.#emitJoined();
  }

  /** The last event, which is stored already. Readers receive it and nothing after it. */
  end(event: StoredEvent): void {
    this.#ended = true;
    this.#emit(event);
    this.#stored = this.#events.length;
  }

  /** Ends it without an event: somebody else closed the answer, and readers find the end in the database. */
  abandon(): void {
    clearTimeout(this.#joinTimer);
    this.#ended = true;
    this.#tell();
  }

  /**
   * Forgets its events once the answer is closed: readers who have no room for the rest find it in the database. In memory
   * a long answer would stay for as long as its slowest reader.
   */
  release(): void {
    this.#isReleased = true;
    this.#tell();
    this.#events.length = 0;
    this.#text = '';
  }

  #emitJoined(): void {
    clearTimeout(this.#joinTimer);
    this.#joinTimer = undefined;
    if (this.#joined === '') return;
    const text = this.#joined;
    this.#joined = '';
    for (let start = 0; start < text.length;) {
      const end = endOfEvent(text, start);
      this.#emit({ type: 'delta', text: text.slice(start, end) });
      start = end;
    }
    this.#text += text;
  }

  /** Put into words once, for all readers and the database. */
  #emit(event: StoredEvent): void {
    this.#events.push({ number: this.#events.length + 1, event, json: JSON.stringify(event) });
    this.#tell();
  }

  /** A reader's trouble is not the answer's. */
  #tell(): void {
    for (const [heard, failed] of this.#listeners) {
      try {
        heard();
      } catch (error) {
        failed(error);
      }
    }
  }
}

/** Where the event ends that begins at `start`: never within a character. */
function endOfEvent(text: string, start: number): number {
  const end = start + eventMaxCharacters;
  if (end >= text.length) return text.length;
  const isWithin = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isWithin ? end - 1 : end;
}
