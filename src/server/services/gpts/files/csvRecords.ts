import { type Parser, parse } from 'csv-parse';
import {
  type Chunks,
  lineFeed,
  pieceMaxBytes,
  tooLong,
} from '#server/services/gpts/files/pieces.ts';

/** A record of a CSV file with the line on which it begins; or the line that cannot be read, and why. */
export type CsvRecord =
  | { line: number; bytes: Buffer; cells: readonly string[] }
  | { line: number; bytes: Buffer; problem: string };

/** A record as the parser gives it, and the byte after its line break, counted from the parser's first one. */
type Parsed = { cells: string[]; end: number };

const carriageReturn = 0x0d;

/**
 * Reads the records of a CSV file (RFC 4180) without empty lines, one chunk in memory at a time. The parser has neither
 * an end for a quote that is not closed nor a limit for a record in bytes: after a broken record it starts again with
 * the next line, so that only one line is lost.
 */
export async function* readCsv(chunks: Chunks, delimiter: string): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(delimiter);
  for await (const chunk of chunks) yield* await reader.read(chunk);
  yield* await reader.end();
}

class CsvReader {
  readonly #delimiter: string;
  #parser: Parser;
  #parsed: Parsed[] = [];
  #records: CsvRecord[] = [];
  /** The bytes from the beginning of the next record on, and how many the parser had before them. */
  #held: Buffer = Buffer.alloc(0);
  #consumed = 0;
  #line = 1;
  /** Whether the rest of a line that was given up is still to come. */
  #isSkipping = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#parser = this.#startParser();
  }

  async read(chunk: Buffer): Promise<CsvRecord[]> {
    const bytes = this.#isSkipping ? this.#afterLine(chunk) : chunk;
    this.#held = Buffer.concat([this.#held, bytes]);
    await this.#parse(bytes, false);
    const records = this.#records;
    this.#records = [];
    return records;
  }

  async end(): Promise<CsvRecord[]> {
    // A carriage return at the very end belongs to a line break that was cut off.
    const isCut = this.#held.at(-1) === carriageReturn;
    const last = isCut ? await this.read(Buffer.from('\n')) : [];
    if (this.#held.length > 0) await this.#parse(Buffer.alloc(0), true);
    return [...last, ...this.#records];
  }

  /** Relaxed, as a quote within a plain cell is a character of it; what else that lets through, `isSpelledSo` finds. */
  #startParser(): Parser {
    this.#consumed = 0;
    const parser = parse({
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], { bytes }) => {
        this.#parsed.push({ cells, end: bytes });
        return null;
      },
    });
    // Errors come with the end of a write; without a listener they would end the process.
    return parser.on('error', () => undefined).resume();
  }

  async #parse(bytes: Buffer, isLast: boolean): Promise<void> {
    let next = bytes;
    for (;;) {
      const error = await passOn(this.#parser, next, isLast);
      const problem = this.#takeParsed() ?? this.#problemOfRest(error);
      if (problem === undefined) return;
      this.#records.push({
        line: this.#line,
        problem,
        bytes: this.#held.subarray(0, this.#lineEnd()),
      });
      this.#parser.destroy();
      this.#held = this.#afterLine(this.#held);
      this.#parser = this.#startParser();
      next = this.#held;
      // The parser cannot be ended before it got anything.
      if (next.length === 0) return;
    }
  }

  /** Takes over what the parser found, up to a record that is broken; returns the reason of that one. */
  #takeParsed(): string | undefined {
    const parsed = this.#parsed;
    this.#parsed = [];
    for (const { cells, end } of parsed) {
      const bytes = this.#held.subarray(0, end - this.#consumed);
      const text = withoutLineBreak(bytes);
      if (text.length > pieceMaxBytes) return tooLong;
      if (!isSpelledSo(cells, this.#delimiter, text)) return 'row has text after a closing quote';
      if (text.length > 0) this.#records.push({ line: this.#line, bytes: text, cells });
      this.#line += countLineFeeds(bytes);
      this.#held = this.#held.subarray(bytes.length);
      this.#consumed += bytes.length;
    }
    return undefined;
  }

  #problemOfRest(error: unknown): string | undefined {
    if (error) return 'row has a quote that is not closed';
    return this.#held.length > pieceMaxBytes ? tooLong : undefined;
  }

  #lineEnd(): number {
    const end = this.#held.indexOf(lineFeed);
    return end < 0 ? this.#held.length : end;
  }

  #afterLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(lineFeed);
    this.#isSkipping = end < 0;
    if (end < 0) return Buffer.alloc(0);
    this.#line += 1;
    return bytes.subarray(end + 1);
  }
}

/** Returns the error of the parser, if any, when it has read everything. */
async function passOn(parser: Parser, bytes: Buffer, isLast: boolean): Promise<unknown> {
  return new Promise((resolve) => {
    if (!isLast) {
      parser.write(bytes, resolve);
      return;
    }
    parser.once('error', resolve).once('finish', () => resolve(undefined));
    parser.end(bytes);
  });
}

/**
 * Whether a record stands in the file as its cells are written by RFC 4180. The relaxed parser takes text after a closing
 * quote as part of the cell, and then leaves the quotes in it: so only such cells need a look.
 */
function isSpelledSo(cells: readonly string[], delimiter: string, bytes: Buffer): boolean {
  if (!cells.some((cell) => cell.startsWith('"'))) return true;
  const text = bytes.toString();
  let place = 0;
  for (const cell of cells) {
    const written = text[place] === '"' ? `"${cell.replaceAll('"', '""')}"` : cell;
    if (!text.startsWith(written, place)) return false;
    place += written.length;
    if (place < text.length && !text.startsWith(delimiter, place)) return false;
    place += delimiter.length;
  }
  return true;
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
