import type { Snapshot } from '#catalog/readSnapshot.ts';
import { type RankingRange, rankingRanges } from '#domain/ranking/ranking.ts';

/** Returns the ranges with a ranking, in the order of the tabs. All but `all` need a frozen period. */
export function rankedRanges({ periods }: Pick<Snapshot, 'periods'>): RankingRange[] {
  return rankingRanges.filter((range) => {
    if (range === 'all') return true;
    // Categories are ranked by the newest month.
    return periods[range === 'categories' ? 'monthly' : range].length > 0;
  });
}
