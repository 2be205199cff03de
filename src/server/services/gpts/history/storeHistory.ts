import { eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { markChanged, upsertHistoryDays } from '#server/db/queries/histories.ts';
import { historySource } from '#server/db/schema/ranking.ts';
import type { HistoryRow } from '#server/services/gpts/readHistoryRow.ts';

/**
 * Stores rows of the histories of a source, each GPT and day once, in one transaction. Marks the changed GPTs and days
 * in the same transaction, so that derivation follows even if this process ends here.
 */
export async function storeHistory(
  database: Database,
  source: string,
  rows: readonly HistoryRow[],
): Promise<{ added: number; changed: number }> {
  return database.transaction(async (transaction) => {
    const sourceId = await sourceIdOf(transaction, source);
    const written = await upsertHistoryDays(transaction, sourceId, rows);
    const gptIds = [...new Set(written.map(({ gptId }) => gptId))].toSorted();
    const days = [...new Set(written.map(({ day }) => day))].toSorted();
    if (written.length > 0) await markChanged(transaction, sourceId, { gptIds, days });
    const added = written.filter((row) => row.added).length;
    return { added, changed: written.length - added };
  });
}

/** Returns the id of a source, which is added if it is new. Locked, so that it cannot be removed meanwhile. */
async function sourceIdOf(transaction: Executor, name: string): Promise<number> {
  const [known] = await transaction
    .select({ id: historySource.id })
    .from(historySource)
    .where(eq(historySource.name, name))
    .for('key share');
  if (known) return known.id;
  const [added] = await transaction
    .insert(historySource)
    .values({ name })
    .onConflictDoUpdate({ target: historySource.name, set: { name: sql`excluded.name` } })
    .returning({ id: historySource.id });
  if (!added) throw new Error('The source was not stored');
  return added.id;
}
