import type { Executor } from '#server/db/connect.ts';
import { takeCreditsQuery } from '#server/db/queries/ledger.ts';
import { AppError } from '#server/errors.ts';
import { type LedgerSource, post } from '#server/services/credits/post.ts';

export type Hold = {
  userId: string;
  amount: number;
  source: LedgerSource;
  now: Date;
};

/**
 * Holds credits, first those that end first, and records their lots. Throws `no_credits` when the user has fewer to
 * spend. Exactly one of `settleHold` and `releaseHold` must follow. It is one statement that locks the balance itself,
 * so it needs a transaction only for other changes that must happen with it.
 */
export async function holdCredits(query: Executor, hold: Hold): Promise<void> {
  const { userId, amount, source, now } = hold;
  const entry = { userId, kind: 'hold' as const, source, reason: 'question' };
  const values = [amount, amount, now];
  const posted = await post(query, takeCreditsQuery, entry, values);
  if (posted.id !== null) return;
  const available = Number(posted.available);
  if (available >= amount) throw new Error('This source holds credits already');
  throw new AppError('no_credits', 'Not enough credits', { price: amount, available });
}
