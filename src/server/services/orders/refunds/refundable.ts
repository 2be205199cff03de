import { and, eq, gt, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import { type Span, isPlan, lotIndexAt, lotSpan, termEnd } from '#domain/plans/planTerms.ts';
import { lotCredits } from '#domain/plans/plans.ts';
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
    .select({
      left: sql<number>`coalesce(sum(${creditLot.remaining}), 0)::float8`,
      raised: sql<number>`coalesce(sum(${creditLot.promised} - ${order.credits}), 0)::float8`,
    })
    .from(creditLot)
    .where(and(eq(creditLot.userId, userId), isOfOrder));
  return {
    kind,
    state,
    paid,
    price: paidFor(order),
    returned,
    credits: allCredits(order) + (lots?.raised ?? 0) + later.raised,
    unspent: (lots?.left ?? 0) + later.unspent,
    isDisputed: await hasOpenDispute(transaction, order.id),
  };
}

/** Returns all credits that an order names; for a plan, those of each week or month that begins in its period. */
function allCredits({ product, credits, periodStarts, periodEnds, paid }: OrderRow): number {
  if (!isPlan(product) || paid === null) return credits;
  const starts = periodStarts ?? paid;
  const ends = periodEnds ?? termEnd(product, starts);
  return credits * lotsFrom({ product, starts, ends }, 0).length;
}

/**
 * Returns the unspent credits of later weeks and months, and how many more than its order names they have because their
 * product gives more.
 */
async function laterCredits(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<{ unspent: number; raised: number }> {
  const isOfOrder = and(eq(planTerm.sourceType, 'order'), eq(planTerm.sourceId, order.id));
  const terms = await transaction
    .select()
    .from(planTerm)
    .where(and(isOfOrder, gt(planTerm.ends, now)));
  const sum = { unspent: 0, raised: 0 };
  for (const term of terms) {
    // A term that was cut has no later lots: its rest is a term of its own.
    if (term.nextLot === null) continue;
    const running = lotIndexAt(term, now);
    const sold = { credits: term.credits, promised: term.promised ?? order.credits };
    for (const { starts } of lotsFrom(term, running === undefined ? 0 : running + 1)) {
      const { credits, promised } = lotCredits(term.product, sold, dayOf(starts));
      sum.unspent += credits;
      sum.raised += promised - order.credits;
    }
  }
  return sum;
}

/** Returns the spans of the lots of a term, beginning with the index `from`. */
function lotsFrom(term: Parameters<typeof lotSpan>[0], from: number): Span[] {
  const spans: Span[] = [];
  for (;;) {
    const span = lotSpan(term, from + spans.length);
    if (!span) return spans;
    spans.push(span);
  }
}
