import { StringDecoder } from 'node:string_decoder';

/** The longest server-sent event taken from an upstream, in characters; real ones have some hundred. */
const eventMaxLength = 1_048_576;

/** Thrown for an event that nobody should hold in memory. */
export class EventTooLarge extends Error {}

const byteOrderMark = '\uFEFF';

/**
 * Cuts the bytes of a server-sent event stream (WHATWG HTML, 9.2) into the data of its events. Names and ids are left
 * out: no provider says anything there that its data does not say. So are events without data, which some servers send
 * to keep a connection open.
 */
export class EventCutter {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #data: string | undefined;
  #hasBegun = false;
  /** A line feed that begins the next chunk belongs to the carriage return that ended the last one. */
  #endsWithReturn = false;

  /** The data of the events that end in this chunk. Throws `EventTooLarge`. */
  cut(chunk: Buffer): string[] {
    const text = this.#rest + this.#normalise(this.#decoder.write(chunk));
    const events: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#takeLine(text.slice(start, end), events);
      start = end + 1;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length + (this.#data?.length ?? 0) > eventMaxLength) throw new EventTooLarge();
    return events;
  }

  /** An event at the end of a stream without the blank line that would end it: some servers leave it out. */
  end(): string[] {
    const events: string[] = [];
    this.#takeLine(this.#rest, events);
    this.#takeLine('', events);
    return events;
  }

  /** The text with line feeds as its only line ends, and without the mark that may begin a stream. */
  #normalise(decoded: string): string {
    if (decoded === '') return '';
    let text = decoded;
    if (!this.#hasBegun && text.startsWith(byteOrderMark)) text = text.slice(1);
    this.#hasBegun = true;
    if (this.#endsWithReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endsWithReturn = decoded.endsWith('\r');
    // Nearly every text has none.
    return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  #takeLine(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data) events.push(this.#data);
      this.#data = undefined;
    } else if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    }
  }
}
