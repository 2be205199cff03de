/** Whether this run is part of `npm run test:long`, which repeats what `npm test` tries a few times. */
export const isLongRun = process.env['LONG_RUNS'] !== undefined;

/** Returns how often something is tried: `few` times in `npm test`, `many` in `npm run test:long`. */
export function times(few: number, many: number): number {
  return isLongRun ? many : few;
}
