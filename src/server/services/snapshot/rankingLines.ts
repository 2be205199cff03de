import { and, desc, eq, lte, ne, or, sql } from 'drizzle-orm';
import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import { type TimedRange, rankingDayPages } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { type PlaceRow, readCategoryPlaces, readPlaces } from '#server/db/queries/rankingRows.ts';
import { rankingCategory, rankingPeriod } from '#server/db/schema/ranking.ts';
import { batches } from '#server/services/snapshot/batches.ts';
import { recordLines } from '#server/services/snapshot/recordLines.ts';
import { periodColumns } from '#server/services/ranking/frozenPeriods.ts';

/** Published days: those with a page, and one more, to which the page of the oldest one links. */
export const publishedDays = rankingDayPages + 1;
const periodsAtOnce = 50;
const categoriesAtOnce = 50;

/** A frozen period; `recency` is 1 for the newest one of its range. */
export type NamedPeriod = { range: TimedRange; value: string; recency: number };

/** The number of a period among those of its range, the newest first. */
const recency =
  sql<number>`(row_number() over (partition by ${rankingPeriod.range} order by ${rankingPeriod.lastDay} desc))::int`.as(
    'recency',
  );

/** The same order in every database, regardless of its locale. */
const byName = sql`${rankingCategory.category} collate "C"`;

type RankingLine = Extract<SnapshotLine, { type: 'ranking' }>;

/** Returns all frozen periods, newest first. */
export async function storedPeriods(
  query: Executor,
): Promise<Record<TimedRange, readonly NamedPeriod[]>> {
  const rows: NamedPeriod[] = await query
    .select({ range: rankingPeriod.range, value: rankingPeriod.value, recency })
    .from(rankingPeriod)
    .orderBy(rankingPeriod.range, recency);
  const ofRange = (range: TimedRange) => rows.filter((period) => period.range === range);
  return { daily: ofRange('daily'), weekly: ofRange('weekly'), monthly: ofRange('monthly') };
}

export function isPublished({ range, recency }: NamedPeriod): boolean {
  return range !== 'daily' || recency <= publishedDays;
}

/** Yields the frozen periods that the site shows or links to, newest first within their range. */
export async function* periodLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const numbered = query
    .select({ range: rankingPeriod.range, ...periodColumns, recency })
    .from(rankingPeriod)
    .as('numbered');
  const rows = await query
    .select()
    .from(numbered)
    .where(or(ne(numbered.range, 'daily'), lte(numbered.recency, publishedDays)))
    .orderBy(numbered.range, desc(numbered.to));
  for (const { range, recency: _, ...period } of rows) yield { type: 'period', range, period };
}

/** Yields the tables and records of all published periods, and of the newest month also the sums and tables of its categories. */
export async function* rankingLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const { daily, weekly, monthly } = await storedPeriods(query);
  const shown = [...daily, ...weekly, ...monthly].filter(isPublished);
  yield* periodTableLines(query, shown, weekly[0]);
  yield* recordLines(query, shown);
  const [newestMonth] = monthly;
  if (newestMonth === undefined) return;
  yield* categoryLines(query, newestMonth);
  yield* categoryTableLines(query, newestMonth);
}

/** Yields the tables of these periods among all GPTs: the first places, and of the newest week all stored places. */
export async function* periodTableLines(
  query: Executor,
  periods: readonly NamedPeriod[],
  newestWeek: NamedPeriod | undefined,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(periods, periodsAtOnce)) {
    yield* linesOf(await readPlaces(query, batch, rankingRows, newestWeek));
  }
}

/** Yields the sums of each category in this month. */
export async function* categoryLines(
  query: Executor,
  month: NamedPeriod,
): AsyncGenerator<SnapshotLine> {
  const { category, own, imported } = rankingCategory;
  const rows = await query
    .select({ category, own, imported })
    .from(rankingCategory)
    .where(isOf(month))
    .orderBy(byName);
  for (const row of rows) yield { type: 'category', ...row };
}

/** Yields the tables of this month within its categories. */
export async function* categoryTableLines(
  query: Executor,
  month: NamedPeriod,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(await categoriesOf(query, month), categoriesAtOnce)) {
    yield* linesOf(await readCategoryPlaces(query, month, batch, rankingRows));
  }
}

/** Returns the categories with GPTs in this month. */
export async function categoriesOf(query: Executor, month: NamedPeriod): Promise<string[]> {
  const rows = await query
    .select({ category: rankingCategory.category })
    .from(rankingCategory)
    .where(isOf(month))
    .orderBy(byName);
  return rows.map(({ category }) => category);
}

function isOf({ range, value }: NamedPeriod) {
  return and(eq(rankingCategory.range, range), eq(rankingCategory.value, value));
}

function* linesOf(rows: readonly PlaceRow[]): Generator<RankingLine> {
  let line: RankingLine | undefined;
  for (const { range, value, scope, users, ...row } of rows) {
    if (line?.range !== range || line.value !== value || line.scope !== scope) {
      if (line) yield line;
      line = { type: 'ranking', range, value, scope, rows: [] };
    }
    line.rows.push(users === null ? row : { ...row, users });
  }
  if (line) yield line;
}
