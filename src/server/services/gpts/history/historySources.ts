import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { markAllOfSource } from '#server/db/queries/histories.ts';
import { type HistorySource, readHistorySources } from '#server/db/queries/historySources.ts';
import { historyDay, historySource } from '#server/db/schema/ranking.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { type DerivedUsage, deriveUsage } from '#server/services/gpts/history/deriveUsage.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

const nameCharacters = 100;

/**
 * Returns the name of a source as it is stored: on one line, without invisible characters. The default is the name of
 * the file without its folder and extension. Throws an `Error` for the operator when the result is empty or too long.
 */
export function historySourceName(name: string | undefined, file: string): string {
  const given = name ?? basename(file).replace(/(\.(csv|txt|tsv))?(\.gz)?$/i, '');
  const cleaned = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const length = [...cleaned].length;
  if (length >= 1 && length <= nameCharacters) return cleaned;
  throw new Error(
    `The name of the source has ${length} characters, it must have 1 to ${nameCharacters}; name it by --source`,
  );
}

/** Lists all sources, the oldest first, which is also the order of preference. */
export function listHistorySources({ query }: Database): Promise<HistorySource[]> {
  return readHistorySources(query);
}

/**
 * Removes a source with its readings, and derives the daily use of its GPTs again. Frozen rankings stay. When it was
 * interrupted, calling it again completes it. Throws an `Error` for the operator when there is no such source.
 */
export async function removeHistorySource(
  database: Database,
  name: string,
  reason: string,
  progress?: (done: number, all: number) => void,
): Promise<DerivedUsage & { readings: number }> {
  const readings = await database.transaction(async (transaction) => {
    // Deleting a large history takes longer than the usual time limit of a statement.
    await setUntilCommit(transaction, { statement_timeout: '10min' });
    await lockDerivation(transaction);
    const [source] = await transaction
      .select({ id: historySource.id })
      .from(historySource)
      .where(eq(historySource.name, name))
      .for('update');
    if (!source) return undefined;
    await markAllOfSource(transaction, source.id);
    const removed = await transaction.delete(historyDay).where(eq(historyDay.sourceId, source.id));
    await transaction.delete(historySource).where(eq(historySource.id, source.id));
    const count = removed.rowCount ?? 0;
    await writeAudit(transaction, 'gpts.history.remove', name, { reason, readings: count });
    return count;
  });
  // Includes the GPTs of an earlier call that was killed.
  const derived = await deriveUsage(database, progress);
  if (readings === undefined && derived.gpts === 0) {
    throw new Error('There is no source of this name; gpts history sources lists them');
  }
  return { readings: readings ?? 0, ...derived };
}
