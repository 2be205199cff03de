import {
  type Chunks,
  Collector,
  type Piece,
  lineFeed,
} from '#server/services/gpts/files/pieces.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, lineFeed]);

/** Where the array is: on which line it begins, and whether an object around it goes on after its end. */
export type ArrayPosition = { line?: number; isWrapped?: boolean };

/**
 * The elements of a JSON array, cut out without being read: one in memory at a time. No string goes on in the next line,
 * and after a comma within an object no object begins: so the end of a broken element is found, and the next one is not
 * lost. An array that does not end gives a last piece that says so.
 */
export async function* splitJsonArray(
  chunks: Chunks,
  position: ArrayPosition = {},
): AsyncGenerator<Piece> {
  const scanner = new ArrayScanner(position);
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  yield* scanner.end();
}

class ArrayScanner {
  #collector = new Collector();
  #state: 'before' | 'within' | 'after' = 'before';
  /** Brackets that are open within the element, and the last byte of it outside of strings that is no blank. */
  #open: number[] = [];
  #last = 0;
  #inString = false;
  #isEscaped = false;
  /** Whether a string of the element does not end. */
  #isBroken = false;
  #line: number;
  /** Where the element begins; 0 while there is nothing of it. */
  #firstLine = 0;
  readonly #isWrapped: boolean;

  constructor({ line = 1, isWrapped = false }: ArrayPosition) {
    this.#line = line;
    this.#isWrapped = isWrapped;
  }

  *scan(chunk: Buffer): Generator<Piece> {
    let start = 0;
    for (let place = 0; place < chunk.length; place += 1) {
      // Most bytes stand in strings and mean nothing here.
      if (this.#inString && !this.#isEscaped) place = endOfPlain(chunk, place);
      const byte = chunk[place] ?? 0;
      if (this.#inString) this.#followString(byte);
      else if (!blanks.has(byte)) {
        if (this.#state !== 'within') {
          yield* this.#outside(byte);
          start = place + 1;
        } else if (this.#open.length === 0 && (byte === comma || byte === closeList)) {
          this.#collector.add(chunk.subarray(start, place));
          yield* this.#element(byte);
          start = place + 1;
        } else {
          if (this.#isNextElement(byte)) {
            yield this.#brokenElement();
            start = place;
          }
          this.#follow(byte);
        }
      }
      if (byte === lineFeed) this.#line += 1;
    }
    if (this.#state === 'within') this.#collector.add(chunk.subarray(start));
  }

  *end(): Generator<Piece> {
    const line = this.#firstLine || this.#line;
    if (this.#state === 'before') yield { line, problem: 'file has no JSON array' };
    if (this.#state === 'within') yield { line, problem: 'file ends before its JSON array does' };
  }

  #followString(byte: number): void {
    if (byte === lineFeed) {
      this.#inString = this.#isEscaped = false;
      this.#isBroken = true;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inString = false;
  }

  #follow(byte: number): void {
    if (this.#firstLine === 0) this.#firstLine = this.#line;
    if (byte === quote) this.#inString = true;
    else if (byte === openList || byte === openObject) this.#open.push(byte);
    else if (byte === closeList || byte === closeObject) this.#open.pop();
    this.#last = byte;
  }

  #isNextElement(byte: number): boolean {
    if (byte !== openObject || this.#open.length === 0) return false;
    return this.#isBroken || (this.#last === comma && this.#open.at(-1) === openObject);
  }

  #brokenElement(): Piece {
    const line = this.#firstLine;
    this.#begin();
    return { line, problem: 'row does not end before the next one begins' };
  }

  /** After the last comma there may be nothing; between two commas something is missing. */
  *#element(byte: number): Generator<Piece> {
    if (this.#firstLine > 0 || byte === comma) {
      yield this.#collector.take(this.#firstLine || this.#line);
    }
    this.#begin();
    if (byte === closeList) this.#state = 'after';
  }

  *#outside(byte: number): Generator<Piece> {
    if (this.#state === 'before' && byte === openList) {
      this.#state = 'within';
      return;
    }
    if (this.#isWrapped && this.#state === 'after') return;
    if (this.#firstLine === 0) {
      yield { line: this.#line, problem: 'file has text outside its JSON array' };
    }
    this.#firstLine = this.#line;
  }

  #begin(): void {
    this.#collector.drop();
    this.#open = [];
    this.#isBroken = false;
    this.#last = this.#firstLine = 0;
  }
}

/** The place of the next byte of a string that means something; the last one where there is none. */
function endOfPlain(chunk: Buffer, start: number): number {
  let place = start;
  while (place < chunk.length - 1) {
    const byte = chunk[place];
    if (byte === quote || byte === backslash || byte === lineFeed) return place;
    place += 1;
  }
  return place;
}
