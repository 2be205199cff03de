import type { Product } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import {
  type LedgerSource,
  appendEntry,
  changeLots,
  lockBalance,
} from '#server/services/credits/post.ts';

export type Grant = {
  userId: string;
  /** Credits, a positive whole number. */
  amount: number;
  source: LedgerSource;
  reason: string;
  product: Product | null;
  /** When what remains of it expires; `null` for never. */
  ends: Date | null;
};

/** Grants credits as a lot of their own, once for each source. Answers whether this call was the one that did. */
export async function grantCredits(transaction: Executor, grant: Grant): Promise<boolean> {
  await lockBalance(transaction, grant.userId);
  const entryId = await appendEntry(transaction, {
    userId: grant.userId,
    kind: 'grant',
    source: grant.source,
    balanceChange: grant.amount,
    heldChange: 0,
    reason: grant.reason,
  });
  if (entryId === undefined) return false;
  const [lot] = await transaction
    .insert(creditLot)
    .values({
      userId: grant.userId,
      product: grant.product,
      granted: grant.amount,
      remaining: 0,
      ends: grant.ends,
    })
    .returning({ id: creditLot.id });
  if (!lot) throw new Error('The lot was not stored');
  await changeLots(transaction, entryId, [{ lotId: lot.id, amount: grant.amount }]);
  return true;
}
