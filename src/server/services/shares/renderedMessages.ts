export type Rendered = { html: string; isCut: boolean };

/** Characters of markup that are kept. */
const charactersAtMost = 20_000_000;

/**
 * The markup of shared messages that were read lately: its key says what of it may change, and making it again for every
 * reader would let a strange text keep the server busy. Whether it may be read is asked each time.
 */
export class RenderedMessages {
  readonly #kept = new Map<string, Rendered>();
  #characters = 0;

  /** Returns the stored value of this key, or makes it. */
  find(key: string, make: () => Rendered): Rendered {
    const known = this.#kept.get(key);
    if (known) this.#drop(key, known);
    const rendered = known ?? make();
    this.#kept.set(key, rendered);
    this.#characters += rendered.html.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#characters <= charactersAtMost) break;
      this.#drop(oldest, old);
    }
    return rendered;
  }

  #drop(key: string, { html }: Rendered): void {
    this.#kept.delete(key);
    this.#characters -= html.length;
  }
}
