import type { Executor } from '#server/db/connect.ts';
import { takeCreditsQuery } from '#server/db/queries/ledger.ts';
import { AppError } from '#server/errors.ts';
import { openLot } from '#server/services/credits/grant.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

export type Adjustment = {
  userId: string;
  /** Credits that are added, or taken where it is negative. Not 0. */
  amount: number;
  source: LedgerSource;
  reason: string;
  now: Date;
};

/**
 * Adds credits as a lot of their own, or takes some, the soonest to end first. Throws `invalid_input` when the user can
 * spend fewer than are to be taken. Returns whether this call was the one that did.
 */
export async function adjustCredits(
  transaction: Executor,
  { userId, amount, source, reason, now }: Adjustment,
): Promise<boolean> {
  const entry = { userId, kind: 'adjust' as const, source, reason };
  if (amount > 0) {
    const grant = { userId, amount, source, reason, product: null, ends: null };
    return openLot(transaction, 'adjust', grant);
  }
  const values = [-amount, 0, now];
  const posted = await post<{ available: string }>(transaction, takeCreditsQuery, entry, values);
  if (posted.id !== null) return true;
  if (Number(posted.available) >= -amount) return false;
  throw new AppError('invalid_input', `credits: the user can spend only ${posted.available}`);
}
