import { risingThisWeek } from '#catalog/gpts/growth.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type RowGpt, leastOfRow, mostOfRow, rowGptOf } from '#catalog/gpts/rowGpt.ts';
import type { Day } from '#domain/dates.ts';

/** The GPTs that rise in the newest frozen week. */
export type Rising = {
  /** The week with its value in URLs, its first and last day. */
  week: { value: string; from: Day; to: Day };
  gpts: readonly (RowGpt & { rate: number })[];
};

/** Returns the rising GPTs, best first; `null` if there are too few for a row. */
export function risingOf(snapshot: Snapshot): Rising | null {
  const found = risingThisWeek(snapshot, mostOfRow);
  if (found === null || found.rising.length < leastOfRow) return null;
  const { value, from, to } = found.week;
  const gpts = found.rising.map(({ gpt, row }) => ({ ...rowGptOf(gpt), rate: row.rate }));
  return { week: { value, from, to }, gpts };
}
