/** A cache of contents, least recently used first out, up to a total of `maxBytes`. */
export class BodyCache {
  readonly #maxBytes: number;
  readonly #bodies = new Map<string, NonSharedBuffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): NonSharedBuffer | undefined {
    const body = this.#bodies.get(key);
    if (body === undefined) return undefined;
    // A map keeps the order of insertion, so the most recently used one is moved to the end.
    this.#bodies.delete(key);
    this.#bodies.set(key, body);
    return body;
  }

  /** Large contents are not cached: one of them would displace many others. */
  set(key: string, body: NonSharedBuffer): void {
    if (body.length > this.#maxBytes / 16 || this.#bodies.has(key)) return;
    this.#bodies.set(key, body);
    this.#bytes += body.length;
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#bodies.delete(oldest);
      this.#bytes -= length;
    }
  }
}
