import type { Executor } from '#server/db/connect.ts';
import { takeCreditsQuery } from '#server/db/queries/ledger.ts';
import { AppError } from '#server/errors.ts';
import { openLot } from '#server/services/credits/grant.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

export type Adjustment = {
  userId: string;
  /** Credits to add; negative to take. Not 0. */
  amount: number;
  source: LedgerSource;
  reason: string;
  now: Date;
};

/**
 * Adds credits as a new lot, or takes credits, first those that end first. Throws `invalid_input` when the user has
 * fewer credits to spend. Returns `false` when the source was posted before.
 */
export async function adjustCredits(
  transaction: Executor,
  { userId, amount, source, reason, now }: Adjustment,
): Promise<boolean> {
  const entry = { userId, kind: 'adjust' as const, source, reason };
  if (amount > 0) return openLot(transaction, 'adjust', { userId, amount, source, reason });
  const values = [-amount, 0, now];
  const posted = await post(transaction, takeCreditsQuery, entry, values);
  if (posted.id !== null) return true;
  if (Number(posted.available) >= -amount) return false;
  throw new AppError('invalid_input', `credits: the user can spend only ${posted.available}`);
}
