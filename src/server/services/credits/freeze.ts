import type { Executor } from '#server/db/connect.ts';
import { expireLots } from '#server/services/credits/expire.ts';
import { readLotsOfOrigin } from '#server/db/queries/lots.ts';
import { type LedgerSource, lockBalance, postChanges } from '#server/services/credits/post.ts';

export type Freeze = {
  userId: string;
  /** The dispute. */
  source: LedgerSource;
  /** The subject of the dispute: an order. */
  origin: LedgerSource;
  reason: string;
  now: Date;
};

/**
 * Freezes the remaining credits of an order, so that they cannot be spent. Credits of holds that are released
 * meanwhile are frozen too. `unfreezeCredits` ends this; a lost dispute takes the credits by `refundCredits` before it.
 * Returns `false` when this source froze them before, or when the origin has no lots.
 */
export async function freezeCredits(
  transaction: Executor,
  { userId, source, origin, reason, now }: Freeze,
): Promise<boolean> {
  await lockBalance(transaction, userId);
  await expireLots(transaction, userId, now);
  const lots = await readLotsOfOrigin(transaction, userId, origin, now);
  if (lots.length === 0) return false;
  const changes = lots.map(({ id, remaining }) => ({
    lotId: id,
    remaining: -remaining,
    frozen: remaining,
    freezes: 1,
  }));
  return postChanges(transaction, { userId, kind: 'freeze', source, reason }, changes);
}
