/**
 * A cache of the `most` values used most recently, and at most `most` others. It has two generations instead of one
 * exact order (Dominic Tarr, hashlru), because moving each used key to the end of a map took four times as long.
 */
export class BoundedMemo<Value> {
  readonly #most: number;
  readonly #drop: (value: Value) => void;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** Calls `drop` with each value that it forgets. */
  constructor(most: number, drop: (value: Value) => void = () => undefined) {
    this.#most = most;
    this.#drop = drop;
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** Returns the value of a key, and creates it if it is not cached. */
  getOrCreate(key: string, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const created = create();
    this.set(key, created);
    return created;
  }

  set(key: string, value: Value): void {
    this.#older.delete(key);
    this.#recent.set(key, value);
    if (this.#recent.size < this.#most) return;
    for (const dropped of this.#older.values()) this.#drop(dropped);
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
