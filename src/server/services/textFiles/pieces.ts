/** The bytes of one row with the number of its first line; or the reason why the row could not be cut out. */
export type Piece = { line: number; bytes: Buffer } | { line: number; problem: string };

export type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Longest row of a file, in bytes: longer than a GPT whose texts all have their maximal length. */
export const pieceMaxBytes = 16_000_000;

export const tooLong = `row has more than ${pieceMaxBytes} bytes`;

export const lineFeed = 0x0a;

/**
 * Splits a file at line feeds only. Node's readline would also end a line at U+2028 and at single carriage returns.
 * Keeps one line in memory, and nothing of a line that is too long.
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

/** Collects the bytes of one piece from several chunks, up to `pieceMaxBytes`. */
export class Collector {
  size = 0;
  #parts: Buffer[] = [];

  add(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size <= pieceMaxBytes) this.#parts.push(bytes);
    else this.#parts = [];
  }

  /** Returns the piece and starts the next one. */
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
