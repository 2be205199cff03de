import { createHash } from 'node:crypto';

export class FileDigest {
  readonly #hash = createHash('sha256');
  #size = 0;

  async *pass(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#size += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Returns size and checksum. Call it once, at the end. */
  facts(): { size: number; sha256: string } {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
