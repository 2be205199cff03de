import { eq, sql } from 'drizzle-orm';
import type { CreditLimits, CreditLimitState } from '#contract/credits/limits.ts';
import { startsOfPeriods } from '#domain/credits/creditLimits.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { newestRefill, readSpent } from '#server/db/queries/creditLimits.ts';
import { creditLimit } from '#server/db/schema/creditLimits.ts';
import { creditBalance } from '#server/db/schema/credits.ts';

/** Returns the acting user's own limits, with what was spent in this day and month. Throws `not_signed_in`. */
export async function getCreditLimits(context: Context): Promise<CreditLimitState> {
  const userId = signedInUser(context);
  const { query } = context.database;
  const [stored] = await query.select().from(creditLimit).where(eq(creditLimit.userId, userId));
  return {
    limits: {
      per_day: stored?.perDay ?? null,
      per_month: stored?.perMonth ?? null,
      low_mark: stored?.lowMark ?? null,
    },
    spent: await readSpent(query, userId, startsOfPeriods(context.now())),
  };
}

/**
 * Stores the acting user's own limits; of concurrent requests the last one wins. If fewer credits than the mark are left
 * already, the mail about it waits for new credits. Throws `not_signed_in`.
 */
export async function putCreditLimits(
  context: Context,
  { per_day: perDay, per_month: perMonth, low_mark: lowMark }: CreditLimits,
): Promise<CreditLimitState> {
  const userId = signedInUser(context);
  const knownRefill = sql<number | null>`(select ${newestRefill(sql`${userId}::uuid`)}
    from ${creditBalance} where user_id = ${userId}::uuid and available + held < ${lowMark}::integer)`;
  const limits = { perDay, perMonth, lowMark, knownRefill };
  await context.database.query
    .insert(creditLimit)
    .values({ userId, ...limits })
    .onConflictDoUpdate({ target: creditLimit.userId, set: { ...limits, updated: sql`now()` } });
  return getCreditLimits(context);
}
