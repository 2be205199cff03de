import type { WebPage } from '#server/gateways/web/web.ts';

/** A page with all hosts of its redirects. */
export type CachedPage = { page: WebPage; hosts: readonly string[] };

/** Caches pages for some time, within a number of bytes. Removes the least recently used page first. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #maxBytes: number;
  readonly #milliseconds: number;
  readonly #now: () => Date;
  #bytes = 0;

  constructor(limits: { maxBytes: number; milliseconds: number; now: () => Date }) {
    this.#maxBytes = limits.maxBytes;
    this.#milliseconds = limits.milliseconds;
    this.#now = limits.now;
  }

  get(url: string): CachedPage | undefined {
    const found = this.#pages.get(url);
    if (found === undefined) return undefined;
    this.#delete(url);
    if (found.page.fetched.getTime() + this.#milliseconds <= this.#now().getTime())
      return undefined;
    this.#add(url, found);
    return found;
  }

  set(url: string, cached: CachedPage): void {
    this.#delete(url);
    if (cached.page.body.byteLength > this.#maxBytes / 4) return;
    this.#add(url, cached);
    for (const [oldest] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #add(url: string, cached: CachedPage): void {
    this.#pages.set(url, cached);
    this.#bytes += sizeOf(url, cached);
  }

  #delete(url: string): void {
    const cached = this.#pages.get(url);
    if (cached === undefined) return;
    this.#pages.delete(url);
    this.#bytes -= sizeOf(url, cached);
  }
}

/** Estimates the bytes of an entry. Empty pages count too, so that their number is limited. */
function sizeOf(url: string, { page }: CachedPage): number {
  return page.body.byteLength + 2 * url.length + 1_024;
}
