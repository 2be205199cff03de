import { type Snapshot, readSnapshot } from '#catalog/readSnapshot.ts';
import { type RankingRange, rankingRanges } from '#domain/ranking.ts';

/** Returns the ranges that have a ranking, in the order of the tabs: those of time need one frozen period. */
export function rankedRanges({ periods }: Pick<Snapshot, 'periods'>): RankingRange[] {
  return rankingRanges.filter((range) => {
    if (range === 'all') return true;
    // Categories are ranked by the newest month.
    return periods[range === 'categories' ? 'monthly' : range].length > 0;
  });
}

let known: readonly RankingRange[] | undefined;

/** The same value for all pages. Without a snapshot, as in tests, the one range that is always there. */
export function knownRankedRanges(): readonly RankingRange[] {
  if (!process.env['SNAPSHOT_FILE']) return ['all'];
  known ??= rankedRanges(readSnapshot());
  return known;
}
