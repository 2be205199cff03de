import { and, eq, gt, lte } from 'drizzle-orm';
import { type Tier, tierOf } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';

/** Returns the tier of the user's present plans. */
export async function readTier(executor: Executor, userId: string, now: Date): Promise<Tier> {
  const rows = await executor
    .select({ product: planTerm.product })
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), lte(planTerm.starts, now), gt(planTerm.ends, now)));
  return tierOf(rows.map(({ product }) => product));
}
