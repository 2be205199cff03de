import { type OwnLimits, passedLimit, startsOfPeriods } from '#domain/credits/creditLimits.ts';
import type { Executor } from '#server/db/connect.ts';
import { readSpent } from '#server/db/queries/creditLimits.ts';
import { AppError } from '#server/errors.ts';

/**
 * Throws `own_limit` if a price would pass a limit that the user has set. The caller has locked the balance: two
 * questions at once cannot pass the limit together.
 */
export async function refuseBeyondOwnLimit(
  transaction: Executor,
  { userId, price, limits, now }: { userId: string; price: number; limits: OwnLimits; now: Date },
): Promise<void> {
  const spent = await readSpent(transaction, userId, startsOfPeriods(now));
  const period = passedLimit(limits, spent, price);
  if (period === undefined) return;
  const limit = limits[period];
  throw new AppError('own_limit', `The question would pass your limit of a ${period}`, {
    period,
    limit,
    spent: spent[period],
    price,
  });
}
