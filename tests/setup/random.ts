/** A sequence of random numbers that is the same for the same seed (mulberry32). */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#state = seed;
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    return least + Math.floor(fraction * (most - least + 1));
  }

  /** Throws for an empty list. */
  pick<Value>(values: readonly Value[]): Value {
    const [first, ...others] = values;
    if (first === undefined) throw new Error('There is nothing to choose from');
    return this.oneOf([first, ...others]);
  }

  oneOf<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.whole(0, values.length - 1)] ?? values[0];
  }
}
