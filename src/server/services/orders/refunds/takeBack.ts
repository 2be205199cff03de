import { and, eq, isNull, sql } from 'drizzle-orm';
import { keptCredits } from '#domain/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
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

type Return = {
  /** The refund or the dispute that was lost. */
  source: LedgerSource;
  reason: 'payment_refunded' | 'dispute_lost';
  /** The returned amount of the order in all, with this refund and all before it. */
  returned: number;
  /** Whether all that is left goes, whatever part of the price went back. */
  takesAll: boolean;
};

/**
 * Takes the credits of an order that belong to the money which went back, and ends or reduces its plan. Each lot keeps the
 * part that is still paid for, so the sum of all refunds decides and not their number. Repeated calls change nothing. The
 * caller has locked the order, and calls again when it is fulfilled later.
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
  // Expired credits cannot be taken any more.
  await expireLots(transaction, userId, now);
  const price = paidFor(order);
  const lots = await sumLots(transaction, order, keptCredits(order.credits, price, returned));
  const isWhole = returned >= price;
  // Held credits count as spent where only the price of the rest goes back.
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

/** Records that an order has nothing left. */
export async function setEnded(transaction: Executor, { id }: OrderRow, now: Date): Promise<void> {
  const isOpen = and(eq(paymentOrder.id, id), isNull(paymentOrder.ended));
  await transaction.update(paymentOrder).set({ ended: now }).where(isOpen);
}

/**
 * Lets an order that had ended go on, after money did not go back after all: unless the whole price did in other ways, or
 * another refund ended it.
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
 * Returns the credits to take from the order's lots when each keeps `kept`, those that refunds asked of them, and those
 * that are left there.
 */
async function sumLots(
  transaction: Executor,
  { id, userId }: OrderRow,
  kept: number,
): Promise<{ owed: number; asked: number; left: number }> {
  const { granted, remaining, frozen } = creditLot;
  const askedOfLot = sql`(select sum(asked) from credit_refund where lot_id = ${creditLot.id} and failed is null)`;
  const [sums] = await transaction
    .select({
      owed: sql<number>`coalesce(sum(greatest(${granted} - ${kept}, 0)), 0)::float8`,
      asked: sql<number>`coalesce(sum(${askedOfLot}), 0)::float8`,
      left: sql<number>`coalesce(sum(${remaining} + ${frozen}), 0)::float8`,
    })
    .from(creditLot)
    .where(
      and(
        eq(creditLot.userId, userId),
        eq(creditLot.originType, 'order'),
        eq(creditLot.originId, id),
      ),
    );
  return sums ?? { owed: 0, asked: 0, left: 0 };
}
