import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/*
 * The table of rate-limiter-flexible. Raw, because the table is that package's own and not part of the schema; the package
 * cannot take part in a transaction, these statements can. A row is a key, its points, and when its time is over, in
 * milliseconds since 1970. Only `services/limits/` calls these functions.
 */

/** The count under a key, and its end. */
const count = { points: z.number(), expire: z.number() };
export type Count = RowOf<typeof count>;

type Addition = {
  key: string;
  points: number;
  /** The duration of a count that begins now. */
  milliseconds: number;
  now: number;
};

/**
 * Adds points to a count, which starts again when its time is over, and locks its row until the transaction ends: 0 points
 * only lock. `emptyIsOver` lets the time of a count without points begin at its first point.
 */
export async function addToCount(
  transaction: Executor,
  { key, points, milliseconds, now }: Addition,
  { emptyIsOver }: { emptyIsOver: boolean },
): Promise<Count> {
  const isOver = emptyIsOver
    ? sql`(old.expire <= ${now} or old.points = 0)`
    : sql`old.expire <= ${now}`;
  const { rows } = await transaction.execute(sql`
    insert into rate_limit as old (key, points, expire)
    values (${key}, ${points}, ${now + milliseconds})
    on conflict (key) do update set
      points = case when ${isOver} then excluded.points else old.points + excluded.points end,
      expire = case when ${isOver} then excluded.expire else old.expire end
    returning points, expire::float8 as expire`);
  const [stored] = parseRows(count, rows);
  return stored ?? { points, expire: now + milliseconds };
}

/**
 * Adds a point to a count that has fewer than `most`, and locks its row until the transaction ends. Returns whether it did.
 * Parallel transactions wait here, so that together they never take more.
 */
export async function takeOfCount(
  transaction: Executor,
  {
    key,
    most,
    milliseconds,
    now,
  }: { key: string; most: number; milliseconds: number; now: number },
): Promise<boolean> {
  const { rowCount } = await transaction.execute(sql`
    insert into rate_limit as old (key, points, expire) values (${key}, 1, ${now + milliseconds})
    on conflict (key) do update set
      points = case when old.expire <= ${now} then 1 else old.points + 1 end,
      expire = case when old.expire <= ${now} then excluded.expire else old.expire end
    where old.expire <= ${now} or old.points < ${most}`);
  return rowCount === 1;
}

/** Reads a count without locking it; `undefined` if it does not exist or its time is over. */
export async function readCount(
  executor: Executor,
  key: string,
  now: number,
): Promise<Count | undefined> {
  const { rows } = await executor.execute(
    sql`select points, expire::float8 as expire from rate_limit where key = ${key} and expire > ${now}`,
  );
  return parseRows(count, rows)[0];
}

/** The keys to count under, the duration of each count, and the current time. */
export type Uses = { keys: string[]; milliseconds: number[]; now: number };

/** The count of a key, including the added points, and the milliseconds until its end. */
export const counted = { key: z.string(), points: z.number(), rest: z.number() };
export type Counted = RowOf<typeof counted>;

/**
 * SQL that adds $1 points to the counts of $2 to $4 (`Uses`) under a condition; its rows are `Counted`. Also a part of the
 * statement that reads the sender of a question, because every round trip delays the answer.
 */
export function addUses(condition: string): string {
  return `insert into rate_limit as old (key, points, expire)
    select key, greatest($1::integer, 0), $4::bigint + milliseconds
    from unnest($2::text[], $3::bigint[]) as used (key, milliseconds) where ${condition}
    on conflict (key) do update set
      points = case when old.expire <= $4 then excluded.points else old.points + $1 end,
      expire = case when old.expire <= $4 then excluded.expire else old.expire end
    returning key, points, expire::float8 - $4 as rest`;
}

const addStatement: Statement = { name: 'count_uses', text: addUses('true') };

/** Adds points to several counts, or takes them back when they are negative. */
export async function addToCounts(
  executor: Executor,
  points: number,
  { keys, milliseconds, now }: Uses,
): Promise<void> {
  await execute(executor, addStatement, [points, keys, milliseconds, now]);
}

/** Deletes expired counts. Returns the number of deleted counts. */
export async function deleteOldCounts(executor: Executor): Promise<number> {
  return deleteInBatches(executor, sql`rate_limit`, sql`expire < ${Date.now()}`);
}
