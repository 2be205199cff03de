import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';

/** Waits for the advisory lock of this name, and holds it until the transaction ends. */
export async function lockUntilCommit(transaction: Executor, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
}

/** Waits for the advisory lock of one user's uploads, and holds it until the transaction ends. */
export async function lockUploads(transaction: Executor, userId: string): Promise<void> {
  const name = `attachments:${userId}`;
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Takes an advisory lock until the transaction ends, without waiting. Returns whether it was free. */
export async function tryLockUntilCommit(transaction: Executor, key: number): Promise<boolean> {
  const { rowCount } = await transaction.execute(
    sql`select where pg_try_advisory_xact_lock(${key}::bigint)`,
  );
  return rowCount === 1;
}

/** Lets no other transaction change a table until this one ends. Readers do not wait. */
export async function lockTable(transaction: Executor, table: PgTable): Promise<void> {
  await transaction.execute(sql`lock table ${table} in share row exclusive mode`);
}
