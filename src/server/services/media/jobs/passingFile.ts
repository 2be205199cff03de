import { createHash } from 'node:crypto';

/** Reads so many bytes ahead, or all where there are fewer. Returns them, and the file with them. */
export async function peek(
  content: AsyncGenerator<Buffer>,
  bytes: number,
): Promise<{ start: Buffer; whole: AsyncGenerator<Buffer> }> {
  let start = Buffer.alloc(0);
  while (start.length < bytes) {
    const next = await content.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return { start, whole: preceded(start, content) };
}

async function* preceded(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

/** Returns the whole of a file. */
export async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Counts a file and computes its checksum while it passes. */
export class PassingFile {
  readonly #hash = createHash('sha256');
  #size = 0;

  async *pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#size += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Size and checksum of what has passed; asked for once, at the end. */
  facts(): { size: number; sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
