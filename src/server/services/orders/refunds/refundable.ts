import { and, eq, gt, sql } from 'drizzle-orm';
import { isPlan, lotIndexAt, lotSpan, termEnd } from '#domain/plans/planTerms.ts';
import type { RefundableOrder } from '#domain/orders/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { creditLot, planTerm } from '#server/db/schema/credits.ts';
import { expireLots } from '#server/services/credits/expire.ts';
import { lockBalance } from '#server/services/credits/post.ts';
import { type OrderRow, paidFor } from '#server/services/orders/order.ts';
import { hasOpenDispute } from '#server/services/orders/refunds/refund.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

/**
 * Returns the facts about an order that the rule of refunds needs. Held credits count as spent, those of later weeks
 * and months of a plan as not spent. The caller has locked the order. The buyer's credits stay locked until the
 * transaction ends.
 */
export async function readRefundable(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<RefundableOrder> {
  const { userId, kind, state, paid, returned } = order;
  await lockBalance(transaction, userId);
  await grantDueLots(transaction, userId, now);
  await expireLots(transaction, userId, now);
  const later = await laterCredits(transaction, order, now);
  const isOfOrder = and(eq(creditLot.originType, 'order'), eq(creditLot.originId, order.id));
  const [lots] = await transaction
    .select({ left: sql<number>`coalesce(sum(${creditLot.remaining}), 0)::float8` })
    .from(creditLot)
    .where(and(eq(creditLot.userId, userId), isOfOrder));
  return {
    kind,
    state,
    paid,
    price: paidFor(order),
    returned,
    credits: allCredits(order),
    unspent: (lots?.left ?? 0) + later,
    isDisputed: await hasOpenDispute(transaction, order.id),
  };
}

/** Returns all credits of an order; for a plan, those of each week or month that begins in its period. */
function allCredits({ product, credits, periodStarts, periodEnds, paid }: OrderRow): number {
  if (!isPlan(product) || paid === null) return credits;
  const starts = periodStarts ?? paid;
  const ends = periodEnds ?? termEnd(product, starts);
  return credits * countLots({ product, starts, ends }, 0);
}

async function laterCredits(transaction: Executor, order: OrderRow, now: Date): Promise<number> {
  const isOfOrder = and(eq(planTerm.sourceType, 'order'), eq(planTerm.sourceId, order.id));
  const terms = await transaction
    .select()
    .from(planTerm)
    .where(and(isOfOrder, gt(planTerm.ends, now)));
  return terms.reduce((sum, term) => {
    const running = lotIndexAt(term, now);
    // A term that was cut has no later lots: its rest is a term of its own.
    const hasLater = term.nextLot !== null;
    return hasLater
      ? sum + term.credits * countLots(term, running === undefined ? 0 : running + 1)
      : sum;
  }, 0);
}

/** Returns the number of lots of a term, beginning with the index `from`. */
function countLots(term: Parameters<typeof lotSpan>[0], from: number): number {
  let count = 0;
  while (lotSpan(term, from + count)) count += 1;
  return count;
}
