import { type Day, daysBetween } from '#domain/dates.ts';

/** Days before a provider's shutdown of a model at which the operator gets a warning. */
export const shutdownWarnings = [60, 14, 1] as const;

/** Shutdown days of models by `provider/model`. */
export type ShutdownDays = ReadonlyMap<string, Day>;

/**
 * Returns the last due warning as its number of days. Returns 0 from the day of the shutdown on, and `undefined` before the
 * first warning.
 */
export function dueWarning(shutdown: Day, today: Day): number | undefined {
  const left = daysBetween(today, shutdown);
  if (left <= 0) return 0;
  return shutdownWarnings.findLast((days) => left <= days);
}
