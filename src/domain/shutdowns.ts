import { type Day, daysBetween } from '#domain/dates.ts';

/** Days before a provider shuts a model down on which the operator is warned. */
export const shutdownWarnings = [60, 14, 1] as const;

/** Days on which providers shut models down, by `provider/model`. */
export type ShutdownDays = ReadonlyMap<string, Day>;

/**
 * Returns the nearest of these warnings whose time has come, 0 from the day of the shutdown on, and `undefined` while
 * the day is further away.
 */
export function dueWarning(shutdown: Day, today: Day): number | undefined {
  const left = daysBetween(today, shutdown);
  if (left <= 0) return 0;
  return shutdownWarnings.findLast((days) => left <= days);
}
