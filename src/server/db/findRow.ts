import type { InferSelectModel, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';

/** Returns a row of a table for which the condition holds; `undefined` if not found. */
export async function findRow<Table extends PgTable>(
  executor: Executor,
  table: Table,
  condition: SQL | undefined,
): Promise<InferSelectModel<Table> | undefined> {
  const rows: unknown[] = await executor.select().from<PgTable>(table).where(condition).limit(1);
  return rowOf<Table>(rows);
}

/** Like `findRow`, but locks the row until the transaction ends. */
export async function lockRow<Table extends PgTable>(
  transaction: Executor,
  table: Table,
  condition: SQL | undefined,
): Promise<InferSelectModel<Table> | undefined> {
  const query = transaction.select().from<PgTable>(table).where(condition);
  return rowOf<Table>(await query.for('update'));
}

/** A full selection has all columns of its table, which the types of Drizzle lose for a table that is a parameter. */
function rowOf<Table extends PgTable>([row]: unknown[]): InferSelectModel<Table> | undefined {
  return row as InferSelectModel<Table> | undefined;
}
