import { and, eq, gt } from 'drizzle-orm';
import { type AddedTerm, type PlanProduct, addTerm } from '#domain/planTerms.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

type NewPlan = {
  userId: string;
  product: PlanProduct;
  /** Of each week or month. */
  credits: number;
  source: { type: 'code' | 'order'; id: string };
  now: Date;
};

/**
 * Gives a user a plan where it fits (`addTerm`), and the credits of its first week or month when it starts now. Returns
 * what became of the user's terms.
 */
export async function addPlan(transaction: Executor, plan: NewPlan): Promise<AddedTerm> {
  const { userId, product, credits, source, now } = plan;
  await lockBalance(transaction, userId);
  await grantDueLots(transaction, userId, now);
  const open = await transaction
    .select()
    .from(planTerm)
    .where(and(eq(planTerm.userId, userId), gt(planTerm.ends, now)));
  const added = addTerm(open, product, now);
  for (const { id, starts, ends } of added.moved) {
    await transaction
      .update(planTerm)
      .set({ starts, ends, nextLot: starts })
      .where(eq(planTerm.id, id));
  }
  await cutTerm(transaction, open, added);
  const { starts, ends } = added;
  const [sourceType, sourceId] = [source.type, source.id];
  await transaction
    .insert(planTerm)
    .values({ userId, product, credits, starts, ends, nextLot: starts, sourceType, sourceId });
  await grantDueLots(transaction, userId, now);
  return added;
}

/** The running week of the term has its credits already; the rest becomes a term of its own. */
async function cutTerm(
  transaction: Executor,
  open: readonly (typeof planTerm.$inferSelect)[],
  { cut }: AddedTerm,
): Promise<void> {
  const term = open.find(({ id }) => id === cut?.id);
  if (!cut || !term) return;
  await transaction
    .update(planTerm)
    .set({ ends: cut.ends, nextLot: null })
    .where(eq(planTerm.id, cut.id));
  const { created: _, ...copied } = term;
  const { starts, ends } = cut.rest;
  await transaction
    .insert(planTerm)
    .values({ ...copied, id: undefined, starts, ends, nextLot: starts, restOf: cut.id });
}
