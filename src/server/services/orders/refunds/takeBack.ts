import { and, eq, isNull, sql } from 'drizzle-orm';
import { keptCredits } from '#domain/orders/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { creditLot } from '#server/db/schema/credits.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { expireLots } from '#server/services/credits/expire.ts';
import { type LedgerSource, lockBalance } from '#server/services/credits/post.ts';
import { refundCredits } from '#server/services/credits/refund.ts';
import { type OrderRow, lockOrder, paidFor, paidForColumn } from '#server/services/orders/order.ts';
import { adjustTerms } from '#server/services/orders/refunds/adjustTerms.ts';
import {
  type DisputeRow,
  type RefundRow,
  disputeSource,
  originOf,
  refundSource,
} from '#server/services/orders/refunds/refund.ts';
import { grantDueLots } from '#server/services/plans/grantDueLots.ts';

type Return = {
  /** The refund or the lost dispute. */
  source: LedgerSource;
  reason: 'payment_refunded' | 'dispute_lost';
  /** The total returned amount of the order, including this refund and the earlier ones. */
  returned: number;
  /** Whether all remaining credits are taken, regardless of the returned part of the price. */
  takesAll: boolean;
};

/**
 * Takes the credits of an order that belong to the returned money, and ends or reduces its plan. Each lot keeps the
 * part that is still paid for, so the sum of all refunds counts and not their number. Repeated calls change nothing.
 * The caller has locked the order, and calls again when the order is fulfilled later.
 */
export async function takeBack(
  transaction: Executor,
  order: OrderRow,
  { source, reason, returned, takesAll }: Return,
  now: Date,
): Promise<void> {
  if (order.fulfilled === null) return;
  const { userId } = order;
  await lockBalance(transaction, userId);
  // The lot that runs is taken too, also when no job has granted it yet.
  await grantDueLots(transaction, userId, now);
  // Expired credits cannot be taken.
  await expireLots(transaction, userId, now);
  const price = paidFor(order);
  const lots = await sumLots(transaction, order, returned);
  const isWhole = returned >= price;
  // Held credits count as spent when only the price of the remaining credits is returned.
  const total = takesAll && !isWhole ? lots.asked + lots.left : lots.owed;
  const origin = originOf(order);
  if (total > 0) await refundCredits(transaction, { userId, source, origin, total, reason, now });
  await adjustTerms(transaction, await lockOrder(transaction, order.id), now);
}

/** Returns the part of a `Return` that follows from a refund. */
export function refundCause(refund: RefundRow): Omit<Return, 'returned'> {
  return { source: refundSource(refund), reason: 'payment_refunded', takesAll: refund.endsOrder };
}

/** Returns the part of a `Return` that follows from a lost dispute. */
export function disputeCause(dispute: DisputeRow): Omit<Return, 'returned'> {
  return { source: disputeSource(dispute), reason: 'dispute_lost', takesAll: false };
}

/** Marks an order as ended: none of its credits remain. */
export async function setEnded(transaction: Executor, { id }: OrderRow, now: Date): Promise<void> {
  const isOpen = and(eq(paymentOrder.id, id), isNull(paymentOrder.ended));
  await transaction.update(paymentOrder).set({ ended: now }).where(isOpen);
}

/**
 * Continues an ended order after a refund failed, unless its whole price was returned in other ways or another refund
 * ended it.
 */
export async function resumeOrder(
  transaction: Executor,
  { id }: OrderRow,
  now: Date,
): Promise<void> {
  const { returned } = paymentOrder;
  await transaction
    .update(paymentOrder)
    .set({ ended: null })
    .where(
      and(
        eq(paymentOrder.id, id),
        sql`${returned} < ${paidForColumn} and not exists (select from payment_refund r
          where r.order_id = ${id} and r.ends_order and r.state <> 'failed')`,
      ),
    );
  await adjustTerms(transaction, await lockOrder(transaction, id), now);
}

/**
 * Returns sums over the order's lots: the credits to take when each lot keeps the part that is paid for after `returned`,
 * the credits that refunds have asked for, and the remaining credits.
 */
async function sumLots(
  transaction: Executor,
  order: OrderRow,
  returned: number,
): Promise<{ owed: number; asked: number; left: number }> {
  const { id, userId } = order;
  const { granted, remaining, frozen, promised } = creditLot;
  const askedOfLot = sql`(select sum(asked) from credit_refund where lot_id = ${qualified(creditLot.id)} and failed is null)`;
  const lots = await transaction
    .select({
      granted,
      promised,
      asked: sql<number>`coalesce(${askedOfLot}, 0)::float8`,
      left: sql<number>`(${remaining} + ${frozen})::float8`,
    })
    .from(creditLot)
    .where(
      and(
        eq(creditLot.userId, userId),
        eq(creditLot.originType, 'order'),
        eq(creditLot.originId, id),
      ),
    );
  const owed = lots.map((lot) => {
    const kept = keptCredits(lot.promised ?? order.credits, paidFor(order), returned);
    return Math.max(lot.granted - kept, 0);
  });
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    owed: sum(owed),
    asked: sum(lots.map(({ asked }) => asked)),
    left: sum(lots.map(({ left }) => left)),
  };
}
