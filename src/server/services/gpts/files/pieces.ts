/** A part of a file that stands for one row, with the number of its first line; or why it could not be cut out. */
export type Piece = { line: number; bytes: Buffer } | { line: number; problem: string };

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Longest row of a file, in bytes: more than every text of a GPT at its limit. */
export const pieceMaxBytes = 16_000_000;

export const tooLong = `row has more than ${pieceMaxBytes} bytes`;

export const lineFeed = 0x0a;

/**
 * The text between the line feeds of a file: unlike Node's readline, which also ends a line at U+2028 and at lone
 * carriage returns. Holds one line at a time, and of one that is too long nothing.
 */
export async function* splitLines(chunks: Chunks): AsyncGenerator<Piece> {
  const collector = new Collector();
  let line = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      collector.add(chunk.subarray(start, end));
      yield collector.take(line);
      line += 1;
      start = end + 1;
    }
    collector.add(chunk.subarray(start));
  }
  if (collector.size > 0) yield collector.take(line);
}

/** Gathers the bytes of one piece from several chunks, up to the longest that a row may be. */
export class Collector {
  size = 0;
  #parts: Buffer[] = [];

  add(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size <= pieceMaxBytes) this.#parts.push(bytes);
    else this.#parts = [];
  }

  /** The piece so far; the next one begins empty. */
  take(line: number): Piece {
    const piece =
      this.size <= pieceMaxBytes
        ? { line, bytes: Buffer.concat(this.#parts) }
        : { line, problem: tooLong };
    this.drop();
    return piece;
  }

  drop(): void {
    this.size = 0;
    this.#parts = [];
  }
}
