import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { backupRun } from '#server/db/schema/operation.ts';

/* Raw, because a backup before an upgrade reads a database that may not have the table yet. */

async function hasTable(executor: Executor): Promise<boolean> {
  const { rowCount } = await executor.execute(
    sql`select where to_regclass('backup_run') is not null and not pg_is_in_recovery()`,
  );
  return rowCount === 1;
}

/**
 * Stores that a backup was begun, and that those before it have failed if they did not end: only one runs at a time.
 * Returns its id; `undefined` if the database has no table for it.
 */
export async function startBackupRun(
  executor: Executor,
  target: string,
): Promise<string | undefined> {
  if (!(await hasTable(executor))) return undefined;
  await executor
    .update(backupRun)
    .set({ state: 'failed', finished: sql`now()`, reason: 'the process ended' })
    .where(eq(backupRun.state, 'running'));
  const [started] = await executor.insert(backupRun).values({ target }).returning();
  return started?.id;
}

type Ended = { state: 'done'; bytes: number } | { state: 'failed'; reason: string };

export async function endBackupRun(
  executor: Executor,
  id: string | undefined,
  ended: Ended,
): Promise<void> {
  if (id === undefined) return;
  await executor
    .update(backupRun)
    .set({ ...ended, finished: sql`now()` })
    .where(eq(backupRun.id, id));
}
