import type { BuildContext } from '#catalog/buildContext.ts';
import { categoryRankings } from '#catalog/ranking/categoryRankings.ts';
import { type GrowthRow, growthRows } from '#catalog/ranking/rankedGpt.ts';
import {
  allTimeColumns,
  allTimeFormula,
  categoryColumns,
  categoryFormula,
  periodColumns,
  periodFormula,
  sourceNote,
} from '#domain/ranking/rankingFormula.ts';
import { allTimeGpts, newestReading, pagedPeriods } from '#catalog/ranking/rankedPeriods.ts';
import { memoise } from '#catalog/memoise.ts';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { RankingDownload } from '#contract/ranking/rankingDownload.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import { type RankingRange, type TimedRange, timedRanges } from '#domain/ranking/ranking.ts';
import { listedRating } from '#domain/reviews/reviews.ts';

/** The data file of a ranking, at `rankingDataPath(range, time)`. */
export type RankingFile = {
  range: RankingRange;
  /** `undefined` for all time, the overview of categories, and the newest period of a range. */
  time: string | undefined;
  content: RankingDownload;
};

/** Returns the data file of every ranking page. Files are the same for all languages. */
export const rankingFiles = memoise((context: BuildContext): readonly RankingFile[] => [
  { range: 'all', time: undefined, content: allTimeContent(context) },
  ...timedRanges.flatMap((range) => timedFiles(context, range)),
  ...categoryFiles(context),
]);

function timedFiles(context: BuildContext, range: TimedRange): RankingFile[] {
  const { snapshot } = context;
  const files = pagedPeriods(snapshot, range).map((period) => {
    const rows = growthRows(snapshot, range, period.value).filter(
      ({ rank }) => rank <= rankingRows,
    );
    return {
      range,
      time: period.value,
      content: periodContent(context, range, null, period, rows),
    };
  });
  const [newest] = files;
  return newest === undefined ? [] : [{ ...newest, time: undefined }, ...files];
}

function categoryFiles(context: BuildContext): RankingFile[] {
  const { snapshot } = context;
  const [period] = snapshot.periods.monthly;
  if (period === undefined) return [];
  const rankings = categoryRankings(snapshot);
  const overview: RankingDownload = {
    kind: 'categories',
    range: 'monthly',
    period,
    source: sourceOf(context),
    formula: categoryFormula,
    columns: categoryColumns,
    rows: rankings.map(({ slug, gpts, own, imported, rows }) => ({
      category: slug,
      gpts,
      own,
      imported,
      growth: own + imported,
      first: rows[0]?.id ?? null,
    })),
  };
  const ranked = rankings.filter(({ rows }) => rows.length > 0);
  return [
    { range: 'categories', time: undefined, content: overview },
    ...ranked.map(({ slug, rows }): RankingFile => ({
      range: 'categories',
      time: slug,
      content: periodContent(context, 'monthly', slug, period, rows),
    })),
  ];
}

function periodContent(
  context: BuildContext,
  range: TimedRange,
  category: string | null,
  period: RankingPeriod,
  rows: readonly GrowthRow[],
): RankingDownload {
  return {
    kind: 'period',
    range,
    category,
    period,
    source: sourceOf(context),
    formula: periodFormula,
    columns: periodColumns,
    rows: rows.map((row) => ({
      rank: row.rank,
      id: row.id,
      name: row.name,
      own: row.own,
      imported: row.imported,
      growth: row.growth,
      previous: row.previous,
      growth_rate: Number(row.rate.toFixed(4)),
      movement: row.movement,
      is_new: row.isNew,
      is_estimated: row.isEstimated,
      trend: [...row.trend],
    })),
  };
}

function allTimeContent(context: BuildContext): RankingDownload {
  const { snapshot } = context;
  return {
    kind: 'all',
    closed_day: snapshot.closedDay,
    data_until: newestReading(allTimeGpts(snapshot)),
    source: sourceOf(context),
    formula: allTimeFormula,
    columns: allTimeColumns,
    rows: allTimeGpts(snapshot).map((gpt, index) => ({
      rank: index + 1,
      id: gpt.id,
      name: gpt.name,
      own: gpt.chats - (gpt.imported_chats ?? 0),
      imported: gpt.imported_chats,
      imported_source: gpt.imported_reading?.source ?? null,
      imported_day: gpt.imported_reading?.day ?? null,
      chats: gpt.chats,
      rating: listedRating(gpt),
    })),
  };
}

function sourceOf({ origin }: BuildContext): RankingDownload['source'] {
  return { site: origin, note: sourceNote };
}
