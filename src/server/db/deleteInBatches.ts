import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';

/** Rows in a statement: about 50 ms of work, during which only these rows are locked. */
const rowsAtOnce = 5_000;

/** Statements in one call: a table with more old rows is finished by the next runs of the job. */
const statementsAtMost = 400;

/**
 * Deletes rows, few with each statement, so that nobody waits for a large one, and that a stopped run keeps what it did.
 * Rows that others have locked are left for the next time. Returns their number.
 */
export async function deleteInBatches(
  query: Executor,
  table: PgTable | SQL,
  condition: SQL | undefined,
): Promise<number> {
  let count = 0;
  for (let statement = 0; statement < statementsAtMost; statement += 1) {
    const { rowCount } = await query.execute(sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${rowsAtOnce} for update skip locked))`);
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < rowsAtOnce) break;
  }
  return count;
}
