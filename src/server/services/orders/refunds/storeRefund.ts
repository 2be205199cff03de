import { and, eq, sql } from 'drizzle-orm';
import type { RefundedBy } from '#domain/orders/refunds.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import { type OrderRow, paidFor, paidForColumn } from '#server/services/orders/order.ts';
import { type RefundRow, findRequest } from '#server/services/orders/refunds/refund.ts';
import { refundCause, setEnded, takeBack } from '#server/services/orders/refunds/takeBack.ts';

export type NewRefund = {
  /** The idempotency key within the order. */
  requestId: string;
  amount: number;
  refundedBy: RefundedBy;
  reason: string;
  /** Whether all remaining credits are taken, even when less than the whole price is returned. */
  endsOrder: boolean;
  /** The provider's id of a refund that it has made already. */
  providerId?: string;
};

/**
 * Stores a refund before its provider is asked, and takes its credits, so that they cannot be spent meanwhile. The
 * caller has locked the order. Returns `undefined` when more would be returned than was paid. Refunds that did not fail
 * count, and a check constraint of the column enforces the limit.
 */
export async function storeRefund(
  transaction: Executor,
  order: OrderRow,
  requested: NewRefund,
  now: Date,
): Promise<RefundRow | undefined> {
  const { requestId, amount, refundedBy, reason, providerId = null } = requested;
  const known = await findRequest(transaction, order.id, requestId);
  if (known) return known;
  const counted = await addReturned(transaction, order, amount);
  if (!counted) return undefined;
  const isWhole = counted.returned >= paidFor(counted);
  const endsOrder = requested.endsOrder || isWhole;
  if (endsOrder) await setEnded(transaction, order, now);
  const { id: orderId, userId, method, currency } = order;
  if (method === null) throw new Error('An order without a method was not paid');
  const [stored] = await transaction
    .insert(paymentRefund)
    .values({
      orderId,
      userId,
      requestId,
      method,
      providerId,
      amount,
      currency,
      refundedBy,
      reason,
      endsOrder,
      created: now,
    })
    .returning();
  if (!stored) throw new Error('The refund was not stored');
  const { returned } = counted;
  await takeBack(transaction, counted, { ...refundCause(stored), returned }, now);
  return stored;
}

/**
 * Adds an amount to the returned money of an order; negative when a refund failed. Returns the order afterwards;
 * `undefined` when more would be returned than was paid.
 */
export async function addReturned(
  transaction: Executor,
  { id }: OrderRow,
  amount: number,
): Promise<OrderRow | undefined> {
  const { returned } = paymentOrder;
  const [counted] = await transaction
    .update(paymentOrder)
    .set({ returned: sql`${returned} + ${amount}` })
    .where(
      and(eq(paymentOrder.id, id), sql`${returned} + ${amount} between 0 and ${paidForColumn}`),
    )
    .returning();
  return counted;
}
