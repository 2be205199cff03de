import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { rankingRow } from '#server/db/schema/ranking.ts';

/*
 * Places of many rankings at once, for the snapshot. Raw, because a publish reads tens of thousands of them with their
 * trends: PostgreSQL returns them as the snapshot has them, where the builder maps each column and each array again.
 */

type Key = Pick<typeof rankingRow.$inferSelect, 'range' | 'value'>;

const placeRow = {
  range: rankingRow.range,
  value: rankingRow.value,
  scope: rankingRow.scope,
  rank: rankingRow.rank,
  id: rankingRow.gptId,
  own: rankingRow.own,
  imported: rankingRow.imported,
  previous: rankingRow.previous,
  movement: rankingRow.movement,
  is_new: rankingRow.isNew,
  is_estimated: rankingRow.isEstimated,
  trend: rankingRow.trend,
  users: rankingRow.users,
};

/** A place of a ranking, as the snapshot has it. */
export type PlaceRow = RowOf<typeof placeRow>;

/** Returns the first `most` places of these periods among all GPTs, and all stored places of the period `whole`. */
export function readPlaces(
  executor: Executor,
  periods: readonly Key[],
  most: number,
  whole: Key | undefined,
): Promise<PlaceRow[]> {
  const names = periods.map(({ range, value }) => sql`(${range}, ${value})`);
  return readWhere(
    executor,
    sql`(range, value) in (${sql.join(names, sql`, `)}) and scope = ''
      and (rank <= ${most} or range = ${whole?.range ?? ''} and value = ${whole?.value ?? ''})`,
  );
}

/** Returns the first `most` places of a period among all GPTs and within each category. */
export function readAllPlaces(
  executor: Executor,
  { range, value }: Key,
  most: number,
): Promise<PlaceRow[]> {
  return readWhere(executor, sql`range = ${range} and value = ${value} and rank <= ${most}`);
}

/** Returns the first `most` places of a period within each of these categories. */
export function readCategoryPlaces(
  executor: Executor,
  { range, value }: Key,
  categories: readonly string[],
  most: number,
): Promise<PlaceRow[]> {
  return readWhere(
    executor,
    sql`range = ${range} and value = ${value} and rank <= ${most} and scope = any(${sql.param(categories)})`,
  );
}

async function readWhere(executor: Executor, where: SQL): Promise<PlaceRow[]> {
  const { rows } = await executor.execute(sql`
    select range, value, scope, rank, gpt_id as id, own::float8 as own, imported::float8 as imported,
      previous::float8 as previous, movement, is_new, is_estimated, to_json(trend) as trend, users
    from ranking_row where ${where}
    order by range collate "C", value collate "C" desc, scope collate "C", rank`);
  return parseRows(placeRow, rows);
}
