import type { StoredEvent } from '#contract/chat/chat.ts';

/** An event with its number in the answer, from 1. */
export type NumberedEvent = {
  number: number;
  event: StoredEvent;
  /** The event as JSON, if it was already serialised. */
  json?: string;
};

/** After the first token, text that arrives within this time becomes one event. */
const joinMilliseconds = 40;

/** Text of this age is sent together with the next text, instead of waiting longer. */
const sentWithNextMilliseconds = 30;

/** Thoughts that arrive within this time become one event. */
const thoughtMilliseconds = 150;

/** Most characters of thoughts that are kept of an answer. */
export const thoughtsMaxCharacters = 200_000;

/** Most characters of one event: a reader with a full buffer still gets one event. */
const eventMaxCharacters = 50_000;

/** An answer that this server runs: its events in memory, for readers, and its abort signal. */
export class LiveAnswer {
  readonly id: string;
  readonly #abort = new AbortController();
  readonly #events: NumberedEvent[] = [];
  readonly #now: () => Date;
  readonly #listeners = new Map<() => void, (error: unknown) => void>();
  #pending = '';
  #pendingThought = '';
  #thoughtTimer: NodeJS.Timeout | undefined;
  #thoughts = '';
  #pendingTimer: NodeJS.Timeout | undefined;
  #pendingSince = 0;
  #stored = 1;
  /** The text of all events. V8 concatenates lazily, so it takes no memory of its own until it is stored. */
  #text = '';
  #isBlank = true;
  #firstText: Date | undefined;
  #isComplete = false;
  #ended = false;
  #isReleased = false;

  /** The event `accepted` must already be stored. */
  constructor(id: string, accepted: StoredEvent, now: () => Date = () => new Date()) {
    this.id = id;
    this.#now = now;
    this.#emit(accepted);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get text(): string {
    return this.#text + this.#pending;
  }

  /** The model's thoughts, as far as they are kept. */
  get thoughts(): string {
    return this.#thoughts.toWellFormed();
  }

  /** Whether the text has no visible characters so far. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  get firstText(): Date | undefined {
    return this.#firstText;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether all its events are in the database, and no longer in memory. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  get lastNumber(): number {
    return this.#events.length;
  }

  /** Aborts the run; `reason` becomes the reason of `signal`. */
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Adds text: the first text is emitted immediately, later text is collected for a moment. */
  append(text: string): void {
    if (this.#isComplete) return;
    const isFirst = this.#text === '';
    if (isFirst) this.#emitThought();
    this.#pending += text;
    this.#isBlank &&= text.trim() === '';
    if (isFirst) {
      this.#firstText = this.#now();
      this.#emitPending();
    } else if (this.#pendingTimer === undefined) {
      this.#pendingSince = performance.now();
      this.#pendingTimer = setTimeout(() => this.#emitPending(), joinMilliseconds);
    } else if (performance.now() - this.#pendingSince >= sentWithNextMilliseconds) {
      this.#emitPending();
    }
  }

  /** Adds thoughts, which are collected for a moment. */
  think(text: string): void {
    const kept = text.slice(0, thoughtsMaxCharacters - this.#thoughts.length);
    if (this.#isComplete || kept === '') return;
    this.#thoughts += kept;
    this.#pendingThought += kept;
    this.#thoughtTimer ??= setTimeout(() => this.#emitThought(), thoughtMilliseconds);
  }

  /** Removes all text so far, for its readers too. */
  discard(): void {
    if (this.#isComplete) return;
    clearTimeout(this.#pendingTimer);
    this.#pendingTimer = undefined;
    this.#pending = '';
    if (this.#text !== '') this.#emit({ type: 'text', text: '' });
    this.#text = '';
    this.#isBlank = true;
  }

  add(event: StoredEvent): void {
    if (this.#isComplete) return;
    this.#emitPending();
    this.#emit(event);
  }

  eventsAfter(after: number, most: number): readonly NumberedEvent[] {
    return this.#events.slice(after, after + most);
  }

  /** Calls `onEvent` after each event and at the end, `onError` with its errors. Returns an unsubscribe function. */
  listen(onEvent: () => void, onError: (error: unknown) => void): () => void {
    this.#listeners.set(onEvent, onError);
    return () => this.#listeners.delete(onEvent);
  }

  unstored(): readonly NumberedEvent[] {
    return this.#events.slice(this.#stored);
  }

  markStored(number: number): void {
    // Most readers have these events; for slow ones they are serialised again, because JSON takes as much memory as the
    // text.
    for (const event of this.#events.slice(this.#stored, number)) delete event.json;
    this.#stored = Math.max(this.#stored, number);
  }

  /** Emits the collected text and accepts no more: a run that was given up may still be at work. */
  complete(): void {
    this.#emitThought();
    this.#emitPending();
    this.#isComplete = true;
  }

  /** Emits the collected text now. */
  flushText(): void {
    this.#emitPending();
  }

  /** Adds the last event, which must already be stored. Readers get no event after it. */
  end(event: StoredEvent): void {
    this.#ended = true;
    this.#emit(event);
    this.#stored = this.#events.length;
  }

  /** Ends it without an event: another server closed the answer, and readers find the end in the database. */
  abandon(): void {
    clearTimeout(this.#pendingTimer);
    clearTimeout(this.#thoughtTimer);
    this.#ended = true;
    this.#notifyListeners();
  }

  /**
   * Frees its events when the answer is closed: slow readers get the rest from the database. Otherwise a long answer
   * would stay in memory for its slowest reader.
   */
  release(): void {
    this.#isReleased = true;
    this.#notifyListeners();
    this.#events.length = 0;
    this.#text = '';
    this.#thoughts = '';
  }

  #emitPending(): void {
    clearTimeout(this.#pendingTimer);
    this.#pendingTimer = undefined;
    if (this.#pending === '') return;
    const text = this.#pending;
    this.#pending = '';
    for (let start = 0; start < text.length;) {
      const end = endOfEvent(text, start);
      this.#emit({ type: 'delta', text: text.slice(start, end) });
      start = end;
    }
    this.#text += text;
  }

  #emitThought(): void {
    clearTimeout(this.#thoughtTimer);
    this.#thoughtTimer = undefined;
    const text = this.#pendingThought;
    this.#pendingThought = '';
    if (text !== '') this.#emit({ type: 'thought', text: text.toWellFormed() });
  }

  /** Serialised once, for all readers and the database. */
  #emit(event: StoredEvent): void {
    this.#events.push({ number: this.#events.length + 1, event, json: JSON.stringify(event) });
    this.#notifyListeners();
  }

  /** An error of one reader must not affect the answer. */
  #notifyListeners(): void {
    for (const [onEvent, onError] of this.#listeners) {
      try {
        onEvent();
      } catch (error) {
        onError(error);
      }
    }
  }
}

/** Returns the end of the event that begins at `start`, never within a surrogate pair. */
function endOfEvent(text: string, start: number): number {
  const end = start + eventMaxCharacters;
  if (end >= text.length) return text.length;
  const isWithin = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isWithin ? end - 1 : end;
}
