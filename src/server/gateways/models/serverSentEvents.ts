import { StringDecoder } from 'node:string_decoder';

/** The longest server-sent event taken from an upstream, in characters; real ones have some hundred. */
const eventMaxLength = 1_048_576;

/** Thrown for an event that nobody should hold in memory. */
export class EventTooLarge extends Error {}

/**
 * Cuts the bytes of a server-sent event stream (WHATWG HTML, 9.2) into the data of its events. Names and ids are left
 * out: no provider says anything there that its data does not say.
 */
export class EventCutter {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #data: string | undefined;

  /** The data of the events that end in this chunk. Throws `EventTooLarge`. */
  cut(chunk: Buffer): string[] {
    const text = this.#rest + this.#decoder.write(chunk);
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#takeLine(text.slice(start, text[end - 1] === '\r' ? end - 1 : end), events);
      start = end + 1;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length + (this.#data?.length ?? 0) > eventMaxLength) throw new EventTooLarge();
    return events;
  }

  /** What stands at the end of a stream without the blank line that would end it: some servers leave it out. */
  end(): string[] {
    const events: string[] = [];
    this.#takeLine(this.#rest.trimEnd(), events);
    this.#takeLine('', events);
    return events;
  }

  #takeLine(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data !== undefined) events.push(this.#data);
      this.#data = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    }
  }
}
