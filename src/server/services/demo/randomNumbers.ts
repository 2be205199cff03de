/** A source of numbers from 0 (included) to 1 (not included). */
export type RandomNumbers = () => number;

/**
 * Returns a reproducible sequence of random numbers for a seed, a stream and an index (mulberry32). The sequences of
 * two indexes of a stream never begin with the same state.
 */
export function randomNumbers(seed: number, stream: number, index: number): RandomNumbers {
  let state = startingState(seed, stream, index);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a 32-bit state that differs for each index: multiplying by an odd number is a bijection. */
export function startingState(seed: number, stream: number, index: number): number {
  const mixedSeed = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream, 0xc2b2ae35);
  return (Math.imul(index, 0x27d4eb2f) + mixedSeed) | 0;
}

/** Returns one of `values`, all equally likely. */
export function oneOf<Value>(next: RandomNumbers, values: readonly Value[]): Value {
  const value = values[Math.floor(next() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
}

/** Returns a number of at least 1, mostly small, like the use of GPTs (Pareto distribution, exponent 0.9). */
export function zipfLike(next: RandomNumbers): number {
  return (1 - next()) ** (-1 / 0.9);
}
