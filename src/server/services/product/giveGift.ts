import { dayOf } from '#domain/dates.ts';
import { type PlanProduct, isPlan } from '#domain/plans/planTerms.ts';
import { lotCredits } from '#domain/plans/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import type { redemptionCode } from '#server/db/schema/credits.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import { addPlan } from '#server/services/plans/addPlan.ts';

/** The grant of a redeemed code. */
export type Gift =
  | { credits: number; plan: undefined }
  | {
      /** Credits of each week or month. */
      credits: number;
      plan: PlanProduct;
      ends: Date;
      /** The start of the plan when it waits for the end of another one. */
      waitsUntil: Date | undefined;
      /** The end of the rest of Basic, which follows this plan. */
      restEnds: Date | undefined;
    };

/**
 * Grants a user the credits or the plan of a code. The caller has marked the code as redeemed in the same transaction.
 */
export async function giveGift(
  transaction: Executor,
  { id, credits: promised, product }: typeof redemptionCode.$inferSelect,
  userId: string,
  now: Date,
): Promise<Gift> {
  const source = { type: 'code', id } as const;
  if (!isPlan(product)) {
    const grant = { userId, amount: promised, source, product };
    await grantCredits(transaction, { ...grant, reason: 'code_redeemed' });
    return { credits: promised, plan: undefined };
  }
  // An older code may name fewer credits than the plan gives today.
  const { credits } = lotCredits(product, { promised, credits: promised }, dayOf(now));
  const added = await addPlan(transaction, { userId, product, credits, source, now });
  return {
    credits,
    plan: product,
    ends: added.ends,
    waitsUntil: added.starts > now ? added.starts : undefined,
    restEnds: added.restEnds,
  };
}
