import type { BuildContext } from '#catalog/buildContext.ts';
import type { Licence } from '#catalog/buildSettings.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { Day } from '#domain/dates.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import { type TimedRange, rankingDayPages } from '#domain/ranking/ranking.ts';

/** Returns the frozen periods with a page, newest first. */
export function pagedPeriods(snapshot: Snapshot, range: TimedRange): readonly RankingPeriod[] {
  const periods = snapshot.periods[range];
  return range === 'daily' ? periods.slice(0, rankingDayPages) : periods;
}

/** Returns the licence of the files of a period; `null` if an older version froze it, without files. */
export function licenceOf(
  { snapshot, rankingLicence }: BuildContext,
  range: TimedRange,
  value: string,
): Licence | null {
  return snapshot.records.has(`${range}/${value}`) ? rankingLicence : null;
}

/** Returns the GPTs with most chats. GPTs without chats have no place. */
export function allTimeGpts({ gpts }: Snapshot): readonly Gpt[] {
  return gpts.slice(0, rankingRows).filter(({ chats }) => chats > 0);
}

/** Returns the newest day with a reading of one of these GPTs in an imported history. */
export function newestReading(gpts: readonly Gpt[]): Day | null {
  const days = gpts.flatMap(({ imported_reading: reading }) => reading?.day ?? []);
  return days.toSorted().at(-1) ?? null;
}
