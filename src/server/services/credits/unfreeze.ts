import type { Executor } from '#server/db/connect.ts';
import { expireReturned } from '#server/services/credits/expire.ts';
import { readLotsOfEntry } from '#server/db/queries/lots.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';

export type Unfreeze = {
  userId: string;
  /** The dispute that froze the credits. */
  source: LedgerSource;
  reason: string;
  now: Date;
};

/**
 * Makes frozen credits spendable again, unless another dispute freezes them too. Credits of lots that ended meanwhile
 * expire. Returns `false` when they were unfrozen before.
 */
export async function unfreezeCredits(
  transaction: Executor,
  { userId, source, reason, now }: Unfreeze,
): Promise<boolean> {
  await lockBalance(transaction, userId);
  const lots = await readLotsOfEntry(transaction, { userId, kind: 'freeze', source }, now);
  if (lots.length === 0) throw new Error('This source freezes no credits');
  const returned = lots.map((lot) => ({
    lot: { ...lot, freezes: lot.freezes - 1 },
    amount: lot.freezes === 1 ? lot.frozen : 0,
  }));
  const changes = returned.map(({ lot, amount }) => ({
    lotId: lot.id,
    remaining: amount,
    frozen: -amount,
    freezes: -1,
  }));
  const entry = { userId, kind: 'unfreeze' as const, source, reason };
  if (!(await postChanges(transaction, entry, changes))) return false;
  await expireReturned(transaction, userId, source, returned);
  return true;
}
