import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { readLotsOfRefund } from '#server/db/queries/lots.ts';
import { creditRefund } from '#server/db/schema/credits.ts';
import { changeOf } from '#server/services/credits/lots.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';
import { passOnReturned } from '#server/services/credits/refund.ts';

/**
 * Puts the credits of a failed refund back into their lots: exactly those that it took, including those that it took
 * from holds released since. Returns `false` when the refund took no credits, or was restored before.
 */
export async function restoreRefund(
  transaction: Executor,
  { userId, source, now }: { userId: string; source: LedgerSource; now: Date },
): Promise<boolean> {
  await lockBalance(transaction, userId);
  const lots = await readLotsOfRefund(transaction, userId, source, now);
  if (lots.length === 0) return false;
  const entry = { userId, kind: 'restore' as const, source, reason: 'refund_failed' };
  const changes = lots.map((lot) => changeOf(lot, lot.amount));
  if (!(await postChanges(transaction, entry, changes))) return false;
  await transaction
    .update(creditRefund)
    .set({ failed: now })
    .where(
      and(
        eq(creditRefund.sourceType, source.type),
        eq(creditRefund.sourceId, source.id),
        isNull(creditRefund.failed),
      ),
    );
  // Its own source, because this source has a refund entry already.
  const collector = { type: 'restore' as const, id: `${source.type}:${source.id}` };
  await passOnReturned(transaction, { userId, source, collector }, lots, now);
  return true;
}
