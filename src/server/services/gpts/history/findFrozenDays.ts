import { frozenCopyGpts } from '#domain/ranking/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { takeUnchecked, updateFrozen } from '#server/db/queries/historySources.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';

/**
 * Finds the days of each source that are frozen copies of the source's day before, among days whose rows changed since
 * the last check. Marks the GPTs of such days, because their use must be derived again.
 */
export async function findFrozenDays(database: Database): Promise<void> {
  for (;;) {
    const found = await database.transaction(checkNext);
    if (!found) return;
  }
}

/** Checks one day, and the next day of its source, which is compared with it, unless that is unchecked. */
async function checkNext(transaction: Executor): Promise<boolean> {
  await lockDerivation(transaction);
  const found = await takeUnchecked(transaction);
  if (!found) return false;
  const { sourceId, day, next } = found;
  await updateFrozen(transaction, { sourceId, day }, frozenCopyGpts);
  if (next !== null) await updateFrozen(transaction, { sourceId, day: next }, frozenCopyGpts);
  return true;
}
