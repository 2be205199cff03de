/** A least-recently-used cache: keeps at most `most` values, so that it cannot fill the memory. */
export class BoundedMemo<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // A map keeps the order of insertion, so the most recently used key is the last one.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** Returns the value that was removed to make room for this one. */
  set(key: string, value: Value): Value | undefined {
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return undefined;
    const [oldest] = this.#values;
    if (oldest === undefined) return undefined;
    this.#values.delete(oldest[0]);
    return oldest[1];
  }
}
