/** Whether this run is part of `npm run test:long`, which repeats what `npm test` tries a few times. */
export const isLongRun = process.env['LONG_RUNS'] !== undefined;

/** Returns how often something is tried: `few` times in `npm test`, `many` in `npm run test:long`. */
export function times(few: number, many: number): number {
  return isLongRun ? many : few;
}

/**
 * Returns the seed of a random sequence: the one in this environment variable, else a fixed one in `npm test`, and a fresh
 * one in `npm run test:long`.
 */
export function chooseSeed(variable: string): number {
  return Number(process.env[variable] ?? (isLongRun ? Date.now() % 1_000_000 : 31));
}
