/** A source of numbers from 0 (included) to 1 (not included). */
export type RandomNumbers = () => number;

/**
 * The numbers of one thing among many: the same for the same seed, stream and index, whatever else is asked for
 * (mulberry32). Indexes of a stream never begin at the same number.
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

/** A number of 32 bits of its own for each index: multiplying by an odd number loses nothing. */
export function startingState(seed: number, stream: number, index: number): number {
  const mixedSeed = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream, 0xc2b2ae35);
  return (Math.imul(index, 0x27d4eb2f) + mixedSeed) | 0;
}

/** One of `values`, each as likely as the others. */
export function oneOf<Value>(next: RandomNumbers, values: readonly Value[]): Value {
  const value = values[Math.floor(next() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from');
  return value;
}

/** A number from 1 up, of which small ones are common and huge ones rare, as use is among GPTs (Pareto, exponent 0.9). */
export function zipfLike(next: RandomNumbers): number {
  return (1 - next()) ** (-1 / 0.9);
}
