import { categoriesOfGpt } from '#catalog/labelSlugs.ts';
import { perSnapshot } from '#catalog/perSnapshot.ts';
import { type RankingRow, type Snapshot, rankingKey } from '#catalog/readSnapshot.ts';
import { type Mark, markOf } from '#domain/mark.ts';
import { type ContentMarks, clip, contentMarks } from '#domain/text.ts';
import type { Gpt } from '#contract/gpts.ts';
import { type TimedRange, growthRate } from '#domain/ranking.ts';

/** A GPT in a table of the ranking. */
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
  /** As it was frozen: places of GPTs that were taken out since are missing. */
  rank: number;
  /** Chats in the period, held here (`own`) and imported from elsewhere together. */
  growth: number;
  own: number;
  imported: number;
  /** Chats in the period before. */
  previous: number;
  /** By `growthRate` of `domain/ranking.ts`: 0.5 is half more than in the period before. */
  rate: number;
  /** Places gained since the period before (negative: lost); `null` when it had none there. */
  movement: number | null;
  isNew: boolean;
  /** Whether a part of `imported` is a share of what grew over a gap of its source. */
  isEstimated: boolean;
  /** Growth in up to twelve periods up to this one, oldest first. */
  trend: readonly number[];
};

const nameCharacters = 80;

/** What a table shows of a GPT. */
export function rankedOf(gpt: Gpt): RankedGpt {
  return {
    id: gpt.id,
    name: clip(gpt.name, nameCharacters) || gpt.id,
    mark: markOf(gpt),
    marks: contentMarks(gpt.lang),
    author: gpt.author === null ? null : clip(gpt.author, nameCharacters),
    category: categoriesOfGpt(gpt)[0] ?? null,
  };
}

const tables = new WeakMap<readonly RankingRow[], GrowthRow[]>();

/**
 * The table of a frozen period, of all GPTs or within a category, best first. GPTs that the site does not show any
 * more are left out. Made once, as eight languages ask for it.
 */
export function growthRows(
  snapshot: Snapshot,
  range: TimedRange,
  value: string,
  scope = '',
): readonly GrowthRow[] {
  const rows = snapshot.rankings.get(rankingKey(range, value, scope)) ?? [];
  const known = tables.get(rows);
  if (known) return known;
  const gpts = gptsById(snapshot);
  const table = rows.flatMap((row) => {
    const gpt = gpts.get(row.id);
    return gpt ? [growthRowOf(gpt, row)] : [];
  });
  tables.set(rows, table);
  return table;
}

/** The GPTs of the snapshot by id. */
export const gptsById = perSnapshot(
  ({ gpts }): ReadonlyMap<string, Gpt> => new Map(gpts.map((gpt) => [gpt.id, gpt])),
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
