import { risingThisWeek } from '#catalog/growth.ts';
import { type RankedGpt, rankedOf } from '#catalog/rankedGpt.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Day } from '#domain/dates.ts';

/** What rises in the newest frozen week. */
export type Rising = {
  /** The week as the ranking names it, with its first and last day. */
  week: { value: string; from: Day; to: Day };
  gpts: readonly (Pick<RankedGpt, 'id' | 'name' | 'marks'> & { rate: number })[];
};

const shown = 10;

/** What rises, best first; `null` when there is nothing to tell. */
export function risingOf(snapshot: Snapshot): Rising | null {
  const found = risingThisWeek(snapshot, shown);
  if (found === null || found.rising.length === 0) return null;
  const { value, from, to } = found.week;
  const gpts = found.rising.map(({ gpt, row }) => {
    const { id, name, marks } = rankedOf(gpt);
    return { id, name, marks, rate: row.rate };
  });
  return { week: { value, from, to }, gpts };
}
