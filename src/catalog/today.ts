import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type Day, addDays } from '#domain/dates.ts';

/**
 * The UTC day for which the site is published. The snapshot tells it, not the clock: the same snapshot always makes the
 * same pages.
 */
export function publishingDay(snapshot: Snapshot = readSnapshot()): Day {
  return addDays(snapshot.closedDay, 1);
}
