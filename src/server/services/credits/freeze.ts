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
 * Sets all credits apart that are left of an order: nobody can spend them, and those of holds that are released come to
 * them. Ends with `unfreezeCredits`, before which a lost dispute takes the credits by `refundCredits`. Returns whether
 * this call was the one that froze them; it is not when the origin has no lots.
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
