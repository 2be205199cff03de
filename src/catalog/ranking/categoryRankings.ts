import { gptsByCategory } from '#catalog/labels/gptsByCategory.ts';
import { type GrowthRow, growthRows } from '#catalog/ranking/rankedGpt.ts';
import { memoise } from '#catalog/memoise.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';

/** A category in a frozen month. */
export type CategoryRanking = {
  slug: string;
  /** Number of its GPTs on the site. */
  gpts: number;
  /** Chats in the month of all its GPTs with a place, including those after the rows. */
  own: number;
  imported: number;
  rows: readonly GrowthRow[];
};

/**
 * Returns every category of the site in the newest frozen month, most growth first, then by number of GPTs, then by slug.
 * Returns nothing without a frozen month.
 */
export const categoryRankings = memoise((snapshot: Snapshot): readonly CategoryRanking[] => {
  const [month] = snapshot.periods.monthly;
  if (month === undefined) return [];
  return [...gptsByCategory(snapshot)]
    .map(([slug, gpts]) => rankingOf(snapshot, month, slug, gpts.length))
    .toSorted(byGrowth);
});

function rankingOf(
  snapshot: Snapshot,
  month: RankingPeriod,
  slug: string,
  gpts: number,
): CategoryRanking {
  const { own, imported } = snapshot.categories.get(slug) ?? { own: 0, imported: 0 };
  const rows = growthRows(snapshot, 'monthly', month.value, slug);
  return { slug, gpts, own, imported, rows };
}

function byGrowth(one: CategoryRanking, other: CategoryRanking): number {
  const difference = other.own + other.imported - one.own - one.imported;
  if (difference !== 0) return difference;
  if (one.gpts !== other.gpts) return other.gpts - one.gpts;
  return one.slug < other.slug ? -1 : 1;
}
