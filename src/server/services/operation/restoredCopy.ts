import type { Database, Executor } from '#server/db/connect.ts';
import { restoredCopy } from '#server/db/schema/operation.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

export type RestoredCopy = { backup: string; restored: Date };

/**
 * Returns the backup that this database was restored from, until `dolores resume`; else `undefined`. While there is one,
 * nothing outside may change: no mail, no payment, no publish, no call of a provider.
 */
export async function findRestoredCopy(query: Executor): Promise<RestoredCopy | undefined> {
  const [found] = await query.select().from(restoredCopy);
  return found;
}

/** Marks the database as a restored copy. The caller holds a transaction that nobody else has seen anything of. */
export async function markRestoredCopy(transaction: Executor, backup: string): Promise<void> {
  await transaction.insert(restoredCopy).values({ backup }).onConflictDoNothing();
}

/** Ends the restored copy. Returns it; `undefined` if the database was none. Running processes keep to their start. */
export async function resume(database: Database): Promise<RestoredCopy | undefined> {
  return database.transaction(async (transaction) => {
    const [found] = await transaction.delete(restoredCopy).returning();
    if (found) await writeAudit(transaction, 'backup.resume', found.backup);
    return found;
  });
}
