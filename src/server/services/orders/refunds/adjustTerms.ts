import { and, eq, gt } from 'drizzle-orm';
import { keptCredits } from '#domain/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { planTerm } from '#server/db/schema/credits.ts';
import { type OrderRow, paidFor } from '#server/services/orders/order.ts';

/** The length of a term that was to begin later and was ended before. A term must have some length. */
const shortestMilliseconds = 1;

/**
 * Adjusts the terms of an order to the returned money. They end now when the order has ended, continue when that refund
 * failed, and otherwise their later lots keep the credits that are still paid for. Terms of other orders keep their
 * times.
 */
export async function adjustTerms(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<void> {
  const terms = await transaction.select().from(planTerm).where(ofOrder(order));
  for (const term of terms) {
    if (order.ended !== null && term.ends > now) await endTerm(transaction, term, now);
    if (order.ended === null && term.beforeRefund !== null) {
      await resumeTerm(transaction, term, now);
    }
  }
  const kept = keptCredits(order.credits, paidFor(order), order.returned);
  if (order.ended !== null || kept === 0) return;
  await transaction
    .update(planTerm)
    .set({ credits: kept })
    .where(and(ofOrder(order), gt(planTerm.ends, now)));
}

type Term = typeof planTerm.$inferSelect;

async function endTerm(
  transaction: Executor,
  { id, starts, ends }: Term,
  now: Date,
): Promise<void> {
  const latestStart = new Date(now.getTime() - shortestMilliseconds);
  await transaction
    .update(planTerm)
    .set({
      starts: starts < latestStart ? starts : latestStart,
      ends: now,
      nextLot: null,
      beforeRefund: { starts: starts.toISOString(), ends: ends.toISOString() },
    })
    .where(eq(planTerm.id, id));
}

/** Continues a term. The lot of its present week or month is due again, and is still granted only once. */
async function resumeTerm(
  transaction: Executor,
  { id, beforeRefund }: Term,
  now: Date,
): Promise<void> {
  if (!beforeRefund) return;
  const [starts, ends] = [new Date(beforeRefund.starts), new Date(beforeRefund.ends)];
  const nextLot = ends <= now ? null : starts > now ? starts : now;
  await transaction
    .update(planTerm)
    .set({ starts, ends, nextLot, beforeRefund: null })
    .where(eq(planTerm.id, id));
}

function ofOrder({ id }: OrderRow) {
  return and(eq(planTerm.sourceType, 'order'), eq(planTerm.sourceId, id));
}
