/** Chunks that may be learned from in one stream: of some providers, no two are alike. */
const lessons = 3;

const probe = 'probe';

/**
 * What the chunks of one stream have in common. Most are the same but for their text; reading all of each costs as much
 * as writing it to its reader.
 */
export class ChunkPattern {
  #before = '';
  #after = '';
  #lessons = lessons;

  /** The text of a chunk that differs from the learned one in nothing else; `undefined` of any other. */
  textIn(data: string): string | undefined {
    // Cut and compared as wholes: `startsWith` goes letter by letter, and takes as long as reading all.
    const start = this.#before.length;
    const end = data.length - this.#after.length;
    if (start === 0 || data.slice(0, start) !== this.#before || data.slice(end) !== this.#after) {
      return undefined;
    }
    const literal = data.slice(start, end);
    if (!literal.startsWith('"')) return undefined;
    try {
      const text: unknown = JSON.parse(literal);
      return typeof text === 'string' ? text : undefined;
    } catch {
      return undefined;
    }
  }

  /** Learns from a chunk with a text, which `textOf` finds in the same place of any chunk that is JSON. */
  learn(data: string, text: string, textOf: (chunk: unknown) => unknown): void {
    if (this.#lessons === 0) return;
    this.#lessons -= 1;
    const literal = JSON.stringify(text);
    const start = data.indexOf(literal);
    if (start === -1) return;
    const before = data.slice(0, start);
    const after = data.slice(start + literal.length);
    // The same letters may stand elsewhere as well.
    if (textOf(JSON.parse(`${before}"${probe}"${after}`)) !== probe) return;
    this.#before = before;
    this.#after = after;
  }
}
