/** The response for a page of results. */
export type RenderedPage = { status: number; body: Buffer };

/** Limits of the cache of rendered pages: number, bytes and age. */
const limits = { pages: 500, bytes: 16_000_000, milliseconds: 10_000 };

type Entry = { page: RenderedPage; time: number };

export class RenderedResults {
  readonly #pages = new Map<string, Entry>();
  #bytes = 0;
  #source: object | undefined;

  /** Clears the cache when `source` is another object than before, because the pages were rendered from it. */
  follow(source: object): void {
    if (this.#source === source) return;
    this.#source = source;
    this.#pages.clear();
    this.#bytes = 0;
  }

  get(key: string): RenderedPage | undefined {
    const entry = this.#pages.get(key);
    if (entry === undefined) return undefined;
    if (performance.now() - entry.time <= limits.milliseconds) return entry.page;
    this.#delete(key, entry);
    return undefined;
  }

  /** Caches a page that was rendered from `source`, unless the source changed meanwhile. */
  set(key: string, page: RenderedPage, source: object): void {
    if (source !== this.#source || this.#pages.has(key)) return;
    this.#pages.set(key, { page, time: performance.now() });
    this.#bytes += page.body.byteLength;
    for (const [oldest, entry] of this.#pages) {
      if (this.#pages.size <= limits.pages && this.#bytes <= limits.bytes) return;
      this.#delete(oldest, entry);
    }
  }

  #delete(key: string, { page }: Entry): void {
    this.#pages.delete(key);
    this.#bytes -= page.body.byteLength;
  }
}
