import { frozenCopyGpts } from '#domain/history.ts';
import type { Database, Executor } from '#server/db/connect.ts';
import { takeUnchecked, updateFrozen } from '#server/db/queries/historySources.ts';
import { lockDerivation } from '#server/services/gpts/history/lockDerivation.ts';

/**
 * Finds out which days of each source are frozen copies of its day before, where rows changed since it was last known. GPTs that have such a day are marked, for their use has to be worked out again.
 */
export async function findFrozenDays(database: Database): Promise<void> {
  for (;;) {
    const found = await database.transaction(checkNext);
    if (!found) return;
  }
}

/** Checks the next day, and the day after it unless that is still to be checked. Returns whether there was one. */
async function checkNext(transaction: Executor): Promise<boolean> {
  await lockDerivation(transaction);
  const found = await takeUnchecked(transaction);
  if (!found) return false;
  const { sourceId, day, next } = found;
  await updateFrozen(transaction, { sourceId, day }, frozenCopyGpts);
  if (next !== null) await updateFrozen(transaction, { sourceId, day: next }, frozenCopyGpts);
  return true;
}
