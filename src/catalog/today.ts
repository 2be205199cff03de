import type { Snapshot } from '#catalog/readSnapshot.ts';
import { memoiseText } from '#catalog/memoise.ts';
import { type Day, addDays } from '#domain/dates.ts';

/**
 * Returns the UTC day for which the site is published. It depends on the snapshot and not on the clock, so that the same
 * snapshot always makes the same pages.
 */
export function publishingDay({ closedDay }: Pick<Snapshot, 'closedDay'>): Day {
  return dayAfter(closedDay);
}

/** Memoised, because sorting 10,000 GPTs by date asks for it millions of times. */
const dayAfter = memoiseText(8, (day: Day) => addDays(day, 1));
