import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';

/** Settings of PostgreSQL that a transaction may change for itself. */
type Settings = {
  statement_timeout?: string;
  lock_timeout?: string;
  idle_in_transaction_session_timeout?: string;
  work_mem?: string;
};

/**
 * Changes settings until the transaction ends. Values have a unit, such as `10min`; a timeout of `0` means no timeout.
 */
export async function setUntilCommit(transaction: Executor, settings: Settings): Promise<void> {
  const changes = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  await transaction.execute(sql`select ${sql.join(changes, sql`, `)}`);
}

/** Renews the planner's statistics of tables that have many new rows. */
export async function analyze(executor: Executor, tables: readonly PgTable[]): Promise<void> {
  const names = tables.map((table) => sql`${table}`);
  await executor.execute(sql`analyze ${sql.join(names, sql`, `)}`);
}
