import { and, eq, gt } from 'drizzle-orm';
import { type AddedTerm, type PlanProduct, addTerm, renewalDays } from '#domain/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

type NewPlan = {
  userId: string;
  product: PlanProduct;
  /** Credits of each week or month. */
  credits: number;
  source: { type: 'code' | 'order'; id: string };
  /** The period that a provider billed, for a plan that renews itself. */
  period?: { starts: Date; ends: Date };
  now: Date;
};

/**
 * Adds a term to a user's plans where `addTerm` places it, and grants the credits of its first week or month when it
 * starts now. Returns the changes to the user's terms.
 */
export async function addPlan(transaction: Executor, plan: NewPlan): Promise<AddedTerm> {
  const { userId, product, credits, source, period, now } = plan;
  await lockBalance(transaction, userId);
  await grantDueLots(transaction, userId, now);
  const open = await transaction
    .select()
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, now)));
  const added = addTerm(open, product, now, period);
  for (const { id, starts, ends } of added.moved) {
    await transaction
      .update(planTerm)
      .set({ starts, ends, lotsUntil: null, nextLot: starts })
      .where(eq(planTerm.id, id));
  }
  await cutTerm(transaction, open, added);
  const { starts } = added;
  const lotsUntil = period?.ends;
  const ends = lotsUntil ? new Date(lotsUntil.getTime() + renewalDays * 86_400_000) : added.ends;
  const [sourceType, sourceId] = [source.type, source.id];
  await transaction.insert(planTerm).values({
    userId,
    product,
    credits,
    starts,
    ends,
    lotsUntil,
    nextLot: starts,
    sourceType,
    sourceId,
  });
  await grantDueLots(transaction, userId, now);
  return added;
}

/** Ends a term with its running week or month, whose credits were granted. The rest becomes a term of its own. */
async function cutTerm(
  transaction: Executor,
  open: readonly (typeof planTerm.$inferSelect)[],
  { cut }: AddedTerm,
): Promise<void> {
  const term = open.find(({ id }) => id === cut?.id);
  if (!cut || !term) return;
  await transaction
    .update(planTerm)
    .set({ ends: cut.ends, lotsUntil: null, nextLot: null })
    .where(eq(planTerm.id, cut.id));
  const { created: _, ...copied } = term;
  const { starts, ends } = cut.rest;
  await transaction.insert(planTerm).values({
    ...copied,
    id: undefined,
    starts,
    ends,
    lotsUntil: null,
    nextLot: starts,
    restOf: cut.id,
  });
}
