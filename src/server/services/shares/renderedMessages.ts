export type Rendered = { html: string; isCut: boolean };

const charactersAtMost = 20_000_000;

/**
 * A cache of the markup of shared messages, least recently used first out, because rendering an untrusted text for
 * every reader could overload the server. The caller checks each time whether it may be read.
 */
export class RenderedMessages {
  readonly #cache = new Map<string, Rendered>();
  #characters = 0;

  /** Returns the cached value of this key, or calls `make`. */
  find(key: string, make: () => Rendered): Rendered {
    const cached = this.#cache.get(key);
    if (cached) this.#drop(key, cached);
    const rendered = cached ?? make();
    this.#cache.set(key, rendered);
    this.#characters += rendered.html.length;
    for (const [oldest, old] of this.#cache) {
      if (this.#characters <= charactersAtMost) break;
      this.#drop(oldest, old);
    }
    return rendered;
  }

  #drop(key: string, { html }: Rendered): void {
    this.#cache.delete(key);
    this.#characters -= html.length;
  }
}
