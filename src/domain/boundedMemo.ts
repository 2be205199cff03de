/** Keeps the values of the keys that were used last, at most so many: a memo that cannot fill the memory. */
export class BoundedMemo<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // A map keeps the order of insertion: the key used last stands last.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }
}
