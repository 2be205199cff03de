import { type SQL, sql } from 'drizzle-orm';
import type { RankingNumbers, RankingPeriod } from '#contract/ranking.ts';
import type { SnapshotLine } from '#contract/snapshot.ts';
import { type TimedRange, rankingRows } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/publishing/batches.ts';
import { periodColumns } from '#server/services/ranking/frozenPeriods.ts';

/** Days that have a page of their own; older ones come from the API. */
const daysWithPages = 90;
const periodsAtOnce = 50;
const categoriesAtOnce = 50;

type Named = { range: TimedRange; value: string };
type RankingLine = Extract<SnapshotLine, { type: 'ranking' }>;

/** The frozen periods that have a page, newest first within their range. */
export async function* periodLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const { rows } = await query.execute<RankingPeriod & { range: TimedRange }>(sql`
    select range, ${periodColumns} from ${periodsWithPages()} order by range, last_day desc`);
  for (const { range, ...period } of rows) yield { type: 'period', range, period };
}

/** The tables of those periods. */
export async function* rankingLines(query: Executor): AsyncGenerator<SnapshotLine> {
  const { rows: periods } = await query.execute<Named>(
    sql`select range, value from ${periodsWithPages()} order by range, last_day desc`,
  );
  const newestWeek = periods.find(({ range }) => range === 'weekly');
  const newestMonth = periods.find(({ range }) => range === 'monthly');
  for (const batch of batches(periods, periodsAtOnce)) {
    const names = batch.map(({ range, value }) => sql`(${range}, ${value})`);
    yield* linesOf(
      query,
      sql`(range, value) in (${sql.join(names, sql`, `)}) and scope = ''
        and (rank <= ${rankingRows} or range = 'weekly' and value = ${newestWeek?.value ?? ''})`,
    );
  }
  if (newestMonth !== undefined) yield* categoryLines(query, newestMonth);
}

async function* categoryLines(
  query: Executor,
  { range, value }: Named,
): AsyncGenerator<SnapshotLine> {
  const { rows } = await query.execute<{ category: string; own: number; imported: number }>(sql`
    select category, own::float8 as own, imported::float8 as imported from ranking_category
    where range = ${range} and value = ${value} order by category collate "C"`);
  for (const row of rows) yield { type: 'category', ...row };
  const categories = rows.map(({ category }) => category);
  for (const batch of batches(categories, categoriesAtOnce)) {
    yield* linesOf(
      query,
      sql`range = ${range} and value = ${value} and rank <= ${rankingRows} and scope = any(${sql.param(batch)})`,
    );
  }
}

type Row = Omit<RankingNumbers, 'trend'> & { id: string; trend: number[]; scope: string } & Named;

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

function periodsWithPages(): SQL {
  return sql`(
    select *, row_number() over (partition by range order by last_day desc) as place from ranking_period
  ) as period where range <> 'daily' or place <= ${daysWithPages}`;
}
