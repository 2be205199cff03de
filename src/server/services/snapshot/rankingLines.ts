import { type SQL, sql } from 'drizzle-orm';
import type { RankingNumbers, RankingPeriod } from '#contract/ranking.ts';
import type { SnapshotLine } from '#contract/snapshot.ts';
import { type TimedRange, rankingDayPages, rankingRows } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/snapshot/batches.ts';
import { periodColumns } from '#server/services/ranking/frozenPeriods.ts';

/** Those with a page of their own, and one more, to which the page of the oldest one leads. */
export const daysTold = rankingDayPages + 1;
const periodsAtOnce = 50;
const categoriesAtOnce = 50;

/** A frozen period; `place` counts from the newest one of its range, which has 1. */
export type NamedPeriod = { range: TimedRange; value: string; place: number };
type RankingLine = Extract<SnapshotLine, { type: 'ranking' }>;

/** All frozen periods, newest first. */
export async function storedPeriods(
  query: Executor,
): Promise<Record<TimedRange, readonly NamedPeriod[]>> {
  const { rows } = await query.execute<NamedPeriod>(sql`
    select range, value, (row_number() over (partition by range order by last_day desc))::int as place
    from ranking_period order by range, place`);
  const ofRange = (range: TimedRange) => rows.filter((period) => period.range === range);
  return { daily: ofRange('daily'), weekly: ofRange('weekly'), monthly: ofRange('monthly') };
}

/** Whether the snapshot tells it. */
export function isTold({ range, place }: NamedPeriod): boolean {
  return range !== 'daily' || place <= daysTold;
}

/** The frozen periods that the site shows or leads to, newest first within their range. */
export async function* periodLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const { rows } = await query.execute<RankingPeriod & { range: TimedRange }>(sql`
    select range, ${periodColumns} from (
      select *, row_number() over (partition by range order by last_day desc) as place from ranking_period
    ) as period where range <> 'daily' or place <= ${daysTold} order by range, last_day desc`);
  for (const { range, ...period } of rows) yield { type: 'period', range, period };
}

/** The tables of those periods, and of the newest month what it has in each category. */
export async function* rankingLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const { daily, weekly, monthly } = await storedPeriods(query);
  const shown = [...daily, ...weekly, ...monthly].filter(isTold);
  yield* periodTableLines(query, shown, weekly[0]);
  const [newestMonth] = monthly;
  if (newestMonth === undefined) return;
  yield* categoryLines(query, newestMonth);
  yield* categoryTableLines(query, newestMonth);
}

/** The tables of these periods with all GPTs: the first places, and of the newest week all that are kept. */
export async function* periodTableLines(
  query: Executor,
  periods: readonly NamedPeriod[],
  newestWeek: NamedPeriod | undefined,
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(periods, periodsAtOnce)) {
    const names = batch.map(({ range, value }) => sql`(${range}, ${value})`);
    yield* linesOf(
      query,
      sql`(range, value) in (${sql.join(names, sql`, `)}) and scope = ''
        and (rank <= ${rankingRows} or range = 'weekly' and value = ${newestWeek?.value ?? ''})`,
    );
  }
}

/** The sums of each category in this month. */
export async function* categoryLines(
  query: Executor,
  { range, value }: NamedPeriod,
): AsyncGenerator<SnapshotLine> {
  const { rows } = await query.execute<{ category: string; own: number; imported: number }>(sql`
    select category, own::float8 as own, imported::float8 as imported from ranking_category
    where range = ${range} and value = ${value} order by category collate "C"`);
  for (const row of rows) yield { type: 'category', ...row };
}

/** The tables of this month within its categories. */
export async function* categoryTableLines(
  query: Executor,
  month: NamedPeriod,
): AsyncGenerator<SnapshotLine> {
  const { range, value } = month;
  for (const batch of batches(await categoriesOf(query, month), categoriesAtOnce)) {
    yield* linesOf(
      query,
      sql`range = ${range} and value = ${value} and rank <= ${rankingRows} and scope = any(${sql.param(batch)})`,
    );
  }
}

/** The categories that had anything in this month. */
export async function categoriesOf(
  query: Executor,
  { range, value }: NamedPeriod,
): Promise<string[]> {
  const { rows } = await query.execute<{ category: string }>(sql`
    select category from ranking_category where range = ${range} and value = ${value}
    order by category collate "C"`);
  return rows.map(({ category }) => category);
}

type Row = Omit<RankingNumbers, 'trend'> & {
  range: TimedRange;
  value: string;
  scope: string;
  id: string;
  trend: number[];
};

async function* linesOf(query: Executor, where: SQL): AsyncGenerator<RankingLine> {
  const { rows } = await query.execute<Row>(sql`
    select range, value, scope, rank, gpt_id as id, own::float8 as own, imported::float8 as imported,
      previous::float8 as previous, movement, is_new, is_estimated, to_json(trend) as trend
    from ranking_row where ${where}
    order by range collate "C", value collate "C" desc, scope collate "C", rank`);
  let line: RankingLine | undefined;
  for (const { range, value, scope, ...row } of rows) {
    if (line?.range !== range || line.value !== value || line.scope !== scope) {
      if (line) yield line;
      line = { type: 'ranking', range, value, scope, rows: [] };
    }
    line.rows.push(row);
  }
  if (line) yield line;
}
