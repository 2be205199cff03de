import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { type RankingRow, type Snapshot, rankingKey } from '#catalog/readSnapshot.ts';
import { clipToWidth } from '#domain/gpts/card.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { describedPlaces, rankedDescription } from '#domain/ranking/ranking.ts';
import { listedRating } from '#domain/reviews/reviews.ts';
import { type ContentMarks, clip, contentMarks } from '#domain/texts/text.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';

/** A GPT in a table of a ranking. */
export type RankedGpt = {
  id: string;
  name: string;
  /** The beginning of its description, about a line. */
  description: string;
  mark: Mark;
  marks: ContentMarks;
  category: string | null;
};

/** A place in a frozen period. */
export type GrowthRow = RankedGpt & {
  /** The frozen place. Places of GPTs that were removed later are missing in the table. */
  rank: number;
  /** Chats in the period: the sum of `own` (on this site) and `imported`. */
  growth: number;
  own: number;
  imported: number;
  /** Chats in the period before. */
  previous: number;
  /** `growthRate` of `domain/ranking/ranking.ts`: 0.5 means half more than in the period before. */
  rate: number;
  /** Places gained since the period before (negative: lost); `null` if it had no place there. */
  movement: number | null;
  isNew: boolean;
  /** Whether a part of `imported` is a share of the growth over a gap of its source. */
  isEstimated: boolean;
  /** Growth in up to twelve periods up to this one, oldest first. */
  trend: readonly number[];
  /**
   * All its chats up to the closed day, and its rating. Only on pages of the newest period: they change every day, and would
   * change the page of each period.
   */
  totals?: { chats: number; rating: number | null };
};

const nameCharacters = 80;

/** Returns the values of a GPT for a table. Memoised, because the best GPTs are in most tables. */
const rankedOf = memoise((gpt: Gpt): RankedGpt => ({
  id: gpt.id,
  name: clip(gpt.name, nameCharacters) || gpt.id,
  description: clipToWidth(gpt.description ?? '', rankedDescription.narrow, rankedDescription.wide),
  mark: markOf(gpt),
  marks: contentMarks(gpt.lang),
  category: categoriesOfGpt(gpt)[0] ?? null,
}));

/** Returns the values of a GPT at a place; only the first places have a description. */
export function rankedAt(gpt: Gpt, rank: number): RankedGpt {
  const ranked = rankedOf(gpt);
  return rank <= describedPlaces ? ranked : { ...ranked, description: '' };
}

/**
 * Returns the table of a frozen period, best first: of all GPTs, or of a category (`scope`). GPTs that are no longer on the
 * site are omitted.
 */
export function growthRows(
  snapshot: Snapshot,
  range: TimedRange,
  value: string,
  scope = '',
): readonly GrowthRow[] {
  return tablesIn(snapshot)(rankingKey(range, value, scope));
}

/** Returns the rows with the totals of their GPTs. */
export function withTotals(snapshot: Snapshot, rows: readonly GrowthRow[]): GrowthRow[] {
  const gpts = gptsById(snapshot);
  return rows.map((row) => {
    const gpt = gpts.get(row.id);
    return gpt ? { ...row, totals: { chats: gpt.chats, rating: listedRating(gpt) } } : row;
  });
}

/** Limit of cached tables, far above the number in a snapshot. */
const tablesAtMost = 100_000;

/** Memoised, because pages in eight languages have the same table. */
const tablesIn = memoise((snapshot: Snapshot) => {
  const gpts = gptsById(snapshot);
  return memoiseText(tablesAtMost, (key: string): readonly GrowthRow[] =>
    (snapshot.rankings.get(key) ?? []).flatMap((row) => {
      const gpt = gpts.get(row.id);
      return gpt ? [growthRowOf(gpt, row)] : [];
    }),
  );
});

/** Returns the GPTs of the snapshot by id. */
export const gptsById = memoise(
  ({ gpts }: Snapshot): ReadonlyMap<string, Gpt> => new Map(gpts.map((gpt) => [gpt.id, gpt])),
);

function growthRowOf(gpt: Gpt, row: RankingRow): GrowthRow {
  const { rank, own, imported, previous, movement, trend } = row;
  const growth = own + imported;
  return {
    ...rankedAt(gpt, rank),
    rank,
    growth,
    own,
    imported,
    previous,
    rate: growthRate(growth, previous),
    movement,
    isNew: row.is_new,
    isEstimated: row.is_estimated,
    trend,
  };
}
