import { type Chunks, Collector, type Piece, lineFeed } from '#server/services/textFiles/pieces.ts';

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const whiteSpace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d, lineFeed]);

/** The line on which the array begins, and whether an object around it continues after its end. */
export type ArrayPosition = { line?: number; isWrapped?: boolean };

/**
 * Cuts out the elements of a JSON array without parsing them, one in memory at a time. A string never continues on the
 * next line, and inside an object no object follows a comma: this finds the end of a broken element, so that the next
 * one is not lost. For an array that does not end, the last piece reports that.
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
  /** Brackets that are open within the element, and its last byte outside of strings that is not white space. */
  #open: number[] = [];
  #last = 0;
  #inString = false;
  #isEscaped = false;
  /** Whether a line ended within a string of the element. */
  #isBroken = false;
  #line: number;
  /** The first line of the element; 0 before its first byte. */
  #firstLine = 0;
  readonly #isWrapped: boolean;

  constructor({ line = 1, isWrapped = false }: ArrayPosition) {
    this.#line = line;
    this.#isWrapped = isWrapped;
  }

  *scan(chunk: Buffer): Generator<Piece> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      // Most bytes are inside strings and need no check.
      if (this.#inString && !this.#isEscaped) index = endOfPlain(chunk, index);
      const byte = chunk[index] ?? 0;
      if (this.#inString) this.#followString(byte);
      else if (!whiteSpace.has(byte)) {
        if (this.#state !== 'within') {
          yield* this.#outside(byte);
          start = index + 1;
        } else if (this.#open.length === 0 && (byte === comma || byte === closeList)) {
          this.#collector.add(chunk.subarray(start, index));
          yield* this.#element(byte);
          start = index + 1;
        } else {
          if (this.#isNextElement(byte)) {
            yield this.#brokenElement();
            start = index;
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

  /** A comma before the closing bracket is allowed; two commas with nothing between them are an empty element. */
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

/** Returns the index of the next quote, backslash or line feed in a string, else of the last byte. */
function endOfPlain(chunk: Buffer, start: number): number {
  let index = start;
  while (index < chunk.length - 1) {
    const byte = chunk[index];
    if (byte === quote || byte === backslash || byte === lineFeed) return index;
    index += 1;
  }
  return index;
}
