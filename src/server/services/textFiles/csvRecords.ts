import { CsvError, parse } from 'csv-parse/sync';
import {
  type Chunks,
  lineFeed,
  pieceMaxBytes,
  tooLong,
} from '#server/services/textFiles/pieces.ts';

/** A record of a CSV file with the line on which it begins; or the line that cannot be read, and why. */
export type CsvRecord =
  | { line: number; bytes: Buffer; cells: readonly string[] }
  | { line: number; bytes: Buffer; problem: string };

const carriageReturn = 0x0d;

/**
 * Reads the records of a CSV file (RFC 4180) without empty lines, one chunk in memory at a time. The parser has no limit
 * for a record in bytes and stops at a quote that is not closed: after a broken record it starts again with the next
 * line, so that only one line is lost.
 */
export async function* readCsv(chunks: Chunks, delimiter: string): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(delimiter);
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

class CsvReader {
  readonly #delimiter: string;
  /** The bytes after the last complete record. */
  #held: Buffer = Buffer.alloc(0);
  /** Fewer held bytes are not parsed, so that a record over many chunks is not parsed again with each of them. */
  #parsedMinBytes = 0;
  #line = 1;
  /** Whether the rest of a broken line has not been read yet. */
  #isSkipping = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *read(chunk: Buffer): Generator<CsvRecord> {
    this.#held = this.#isSkipping ? this.#afterLine(chunk) : Buffer.concat([this.#held, chunk]);
    if (this.#held.length < this.#parsedMinBytes) return;
    yield* this.#parse(false);
    this.#parsedMinBytes = Math.min(2 * this.#held.length, pieceMaxBytes + 1);
  }

  *end(): Generator<CsvRecord> {
    // A carriage return at the very end belongs to a line break that was cut off.
    const isCut = this.#held.at(-1) === carriageReturn;
    if (isCut) this.#held = Buffer.concat([this.#held, Buffer.of(lineFeed)]);
    yield* this.#parse(true);
  }

  *#parse(isLast: boolean): Generator<CsvRecord> {
    while (this.#held.length > 0) {
      const problem = yield* this.#takeRecords(isLast);
      if (problem === undefined) return;
      const bytes = this.#held.subarray(0, lineEnd(this.#held));
      yield { line: this.#line, problem, bytes };
      this.#held = this.#afterLine(this.#held);
    }
  }

  /** Takes the complete records up to a broken one. Returns the problem of that one. */
  *#takeRecords(isLast: boolean): Generator<CsvRecord, string | undefined> {
    const { records, isOpen } = parseRecords(this.#held, this.#delimiter);
    let start = 0;
    for (const { cells, end } of records) {
      const bytes = this.#held.subarray(0, end - start);
      if (bytes.at(-1) !== lineFeed && !isLast) break;
      const text = withoutLineBreak(bytes);
      if (text.length > pieceMaxBytes) return tooLong;
      if (!isWrittenAs(cells, this.#delimiter, text)) return 'row has text after a closing quote';
      if (text.length > 0) yield { line: this.#line, bytes: text, cells };
      this.#line += countLineFeeds(bytes);
      this.#held = this.#held.subarray(bytes.length);
      start = end;
    }
    if (isOpen && isLast) return 'row has a quote that is not closed';
    return this.#held.length > pieceMaxBytes ? tooLong : undefined;
  }

  #afterLine(bytes: Buffer): Buffer {
    const end = lineEnd(bytes);
    this.#isSkipping = end === bytes.length;
    if (!this.#isSkipping) this.#line += 1;
    return bytes.subarray(end + 1);
  }
}

/** Parses records with the byte after each line break, and whether a quote after them is not closed. */
function parseRecords(bytes: Buffer, delimiter: string) {
  const records: { cells: string[]; end: number }[] = [];
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      // A quote within a plain cell is a character of it. `isWrittenAs` finds what else that lets through.
      relax_quotes: true,
      on_record: (cells: string[], { bytes: end }) => {
        records.push({ cells, end });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return { records, isOpen: true };
    }
    throw error;
  }
  return { records, isOpen: false };
}

/**
 * Whether the cells of a record are written as in RFC 4180. The relaxed parser takes text after a closing quote
 * as part of the cell, and then leaves the quotes in it: so only such cells need a check.
 */
function isWrittenAs(cells: readonly string[], delimiter: string, bytes: Buffer): boolean {
  if (!cells.some((cell) => cell.startsWith('"'))) return true;
  const text = bytes.toString();
  let position = 0;
  for (const cell of cells) {
    const written = text[position] === '"' ? `"${cell.replaceAll('"', '""')}"` : cell;
    if (!text.startsWith(written, position)) return false;
    position += written.length;
    if (position < text.length && !text.startsWith(delimiter, position)) return false;
    position += delimiter.length;
  }
  return true;
}

function lineEnd(bytes: Buffer): number {
  const end = bytes.indexOf(lineFeed);
  return end < 0 ? bytes.length : end;
}

function withoutLineBreak(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== lineFeed) return bytes;
  return bytes.subarray(0, bytes.at(-2) === carriageReturn ? -2 : -1);
}

function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
