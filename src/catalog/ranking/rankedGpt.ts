import { categoriesOfGpt } from '#catalog/labels/labelSlugs.ts';
import { memoise, memoiseText } from '#catalog/memoise.ts';
import { type RankingRow, type Snapshot, rankingKey } from '#catalog/readSnapshot.ts';
import { type Mark, markOf } from '#domain/gpts/mark.ts';
import { type ContentMarks, clip, contentMarks } from '#domain/texts/text.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { growthRate } from '#domain/ranking/formula.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';

/** A GPT in a table of a ranking. */
export type RankedGpt = {
  id: string;
  name: string;
  mark: Mark;
  marks: ContentMarks;
  author: string | null;
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
};

const nameCharacters = 80;

/** Returns the values of a GPT for a table. Memoised, because the best GPTs are in most tables. */
export const rankedOf = memoise((gpt: Gpt): RankedGpt => ({
  id: gpt.id,
  name: clip(gpt.name, nameCharacters) || gpt.id,
  mark: markOf(gpt),
  marks: contentMarks(gpt.lang),
  author: gpt.author === null ? null : clip(gpt.author, nameCharacters),
  category: categoriesOfGpt(gpt)[0] ?? null,
}));

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
    ...rankedOf(gpt),
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
