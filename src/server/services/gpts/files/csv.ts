import {
  type Chunks,
  type Piece,
  lineFeed,
  pieceMaxBytes,
  tooLong,
} from '#server/services/gpts/files/pieces.ts';

const [quote, comma, carriageReturn] = [0x22, 0x2c, 0x0d];

/**
 * The records of a CSV file (RFC 4180): lines, but for line breaks within quotes; without empty ones. Where a quote is
 * not closed, or followed by text, only its line is given up, and the next record begins with the next line.
 */
export async function* splitCsv(chunks: Chunks): AsyncGenerator<Piece> {
  const splitter = new CsvSplitter();
  for await (const chunk of chunks) yield* splitter.cut(chunk, false);
  yield* splitter.cut(Buffer.alloc(0), true);
}

/** The cells of one record that `splitCsv` cut out. */
export function readCells(record: string): string[] {
  const cells: string[] = [];
  let place = 0;
  do {
    if (record[place] === '"') {
      const end = closingQuote(record, place);
      cells.push(record.slice(place + 1, end).replaceAll('""', '"'));
      place = end + 1;
    } else {
      const end = record.indexOf(',', place);
      cells.push(record.slice(place, end < 0 ? undefined : end));
      place = end < 0 ? record.length : end;
    }
    place += 1;
  } while (place <= record.length);
  return cells;
}

/** One record of a CSV file, without its line break. */
export function writeCells(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/**
 * A text as a cell that no spreadsheet takes for a formula: with an apostrophe in front of what would begin one, and of
 * what looks as if that had been done. `restoreFormula` takes it away.
 */
export function neutralizeFormula(text: string): string {
  return /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** The text that `neutralizeFormula` made a harmless cell of. */
export function restoreFormula(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

function closingQuote(record: string, opening: number): number {
  let place = record.indexOf('"', opening + 1);
  while (record[place + 1] === '"') place = record.indexOf('"', place + 2);
  return place < 0 ? record.length : place;
}

/** Where a record ends: at a line feed, not within the bytes so far, or nowhere, because of a quote. */
type End = { kind: 'end'; place: number } | { kind: 'open' } | { kind: 'broken'; problem: string };

class CsvSplitter {
  #rest: Buffer = Buffer.alloc(0);
  #line = 1;
  /** Whether what comes until the next line feed belongs to a line that was given up. */
  #isSkipping = false;

  *cut(chunk: Buffer, isLast: boolean): Generator<Piece> {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = this.#isSkipping ? this.#afterLine(bytes, 0) : 0;
    let nextQuote = bytes.indexOf(quote, start);
    while (start < bytes.length) {
      if (nextQuote >= 0 && nextQuote < start) nextQuote = bytes.indexOf(quote, start);
      const end = endOfRecord(bytes, start, nextQuote, isLast);
      if (end.kind === 'open') {
        if (bytes.length - start <= pieceMaxBytes) break;
        yield { line: this.#line, problem: tooLong };
        start = this.#afterLine(bytes, start);
      } else if (end.kind === 'broken') {
        yield { line: this.#line, problem: end.problem };
        start = this.#afterLine(bytes, start);
      } else {
        const last = bytes[end.place - 1] === carriageReturn ? end.place - 1 : end.place;
        if (last > start) yield { line: this.#line, bytes: bytes.subarray(start, last) };
        this.#line += countLineFeeds(bytes, start, end.place) + 1;
        start = end.place + 1;
      }
    }
    this.#rest = bytes.subarray(Math.min(start, bytes.length));
  }

  #afterLine(bytes: Buffer, start: number): number {
    const end = bytes.indexOf(lineFeed, start);
    this.#isSkipping = end < 0;
    if (end < 0) return bytes.length;
    this.#line += 1;
    return end + 1;
  }
}

/** `nextQuote` is the place of the first quote from `start` on; negative when there is none. */
function endOfRecord(bytes: Buffer, start: number, nextQuote: number, isLast: boolean): End {
  const atEnd: End = isLast ? { kind: 'end', place: bytes.length } : { kind: 'open' };
  const lineEnd = bytes.indexOf(lineFeed, start);
  const lastPlace = lineEnd < 0 ? bytes.length : lineEnd;
  if (nextQuote < 0 || nextQuote > lastPlace) {
    return lineEnd < 0 ? atEnd : { kind: 'end', place: lineEnd };
  }
  let place = start;
  for (;;) {
    if (bytes[place] === quote) {
      place = endOfQuotes(bytes, place);
      if (place < 0) {
        return isLast ? { kind: 'broken', problem: 'row has a quote that is not closed' } : atEnd;
      }
      // What a quote at the end of the bytes means, the next ones will say.
      if (place >= bytes.length) return atEnd;
    } else {
      place = endOfPlainCell(bytes, place);
      if (place >= bytes.length) return atEnd;
    }
    if (bytes[place] === carriageReturn) {
      place += 1;
      if (place >= bytes.length) return atEnd;
      if (bytes[place] !== lineFeed) place -= 1;
    }
    if (bytes[place] === lineFeed) return { kind: 'end', place };
    if (bytes[place] !== comma)
      return { kind: 'broken', problem: 'row has text after a closing quote' };
    place += 1;
  }
}

/** The place after the closing quote; negative when there is none. */
function endOfQuotes(bytes: Buffer, opening: number): number {
  let place = bytes.indexOf(quote, opening + 1);
  while (place >= 0 && bytes[place + 1] === quote) place = bytes.indexOf(quote, place + 2);
  return place < 0 ? -1 : place + 1;
}

/** The place of the comma or line feed after a cell without quotes. */
function endOfPlainCell(bytes: Buffer, start: number): number {
  const lineEnd = bytes.indexOf(lineFeed, start);
  const cellEnd = bytes.subarray(start, lineEnd < 0 ? undefined : lineEnd).indexOf(comma);
  if (cellEnd >= 0) return start + cellEnd;
  return lineEnd < 0 ? bytes.length : lineEnd;
}

function countLineFeeds(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (
    let at = bytes.indexOf(lineFeed, start);
    at >= 0 && at < end;
    at = bytes.indexOf(lineFeed, at + 1)
  ) {
    count += 1;
  }
  return count;
}
