import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type Day, addDays } from '#domain/dates.ts';

/**
 * Returns the UTC day for which the site is published. It depends on the snapshot and not on the clock, so that the same
 * snapshot always makes the same pages.
 */
export function publishingDay({ closedDay }: Pick<Snapshot, 'closedDay'>): Day {
  return addDays(closedDay, 1);
}
