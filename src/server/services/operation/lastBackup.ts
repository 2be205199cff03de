import { desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { backupRun } from '#server/db/schema/operation.ts';

/** A finished backup. It has the data of its start, from which its age is measured. */
export type LastBackup = { started: Date; finished: Date; target: string; bytes: number };

/** Returns the newest finished backup; `undefined` if there is none. */
export async function lastBackup({
  query,
}: Pick<Database, 'query'>): Promise<LastBackup | undefined> {
  const [found] = await query
    .select()
    .from(backupRun)
    .where(eq(backupRun.state, 'done'))
    .orderBy(desc(backupRun.started))
    .limit(1);
  if (!found?.finished) return undefined;
  const { started, finished, target, bytes } = found;
  return { started, finished, target, bytes: bytes ?? 0 };
}
