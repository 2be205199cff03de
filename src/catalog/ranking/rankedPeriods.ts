import type { BuildContext } from '#catalog/buildContext.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { Day } from '#domain/dates.ts';
import type { Licence } from '#domain/ranking/licence.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import { type TimedRange, rankingDayPages } from '#domain/ranking/ranking.ts';

/** Returns the frozen periods with a page, newest first. */
export function pagedPeriods(snapshot: Snapshot, range: TimedRange): readonly RankingPeriod[] {
  const periods = snapshot.periods[range];
  return range === 'daily' ? periods.slice(0, rankingDayPages) : periods;
}

/** The published records of a frozen period; `null` if an older version froze it, without records. */
export type PublishedRecord =
  | {
      state: 'published';
      licence: Licence;
      /** The periods before and after it whose records are published, or should be. */
      neighbours: string[];
    }
  /** The records of the period were removed. */
  | { state: 'missing' }
  | null;

export function publishedRecord(
  { snapshot, rankingLicence }: BuildContext,
  range: TimedRange,
  value: string,
): PublishedRecord {
  const known = snapshot.records.get(`${range}/${value}`);
  if (known === undefined) return null;
  if (known.records.length === 0) return { state: 'missing' };
  const periods = snapshot.periods[range];
  const index = periods.findIndex((period) => period.value === value);
  const neighbours = [periods[index + 1], periods[index - 1]]
    .flatMap((period) => period?.value ?? [])
    .filter((other) => snapshot.records.has(`${range}/${other}`));
  return { state: 'published', licence: rankingLicence, neighbours };
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
