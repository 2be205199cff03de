import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Product } from '#domain/plans/plans.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { hashDiscountCode } from '#server/services/orders/discounts/discountCodes.ts';
import { hasItsDiscount } from '#server/services/orders/discounts/useDiscount.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

/** The terms of a request for an order. */
type Terms = {
  requestId: string;
  currency: string;
  amount?: number | undefined;
  code?: string | undefined;
  waives: boolean;
};

/** Returns the orders of a user for a product that are open, or that failed and can be tried again. */
export async function findOpenOrders(
  transaction: Executor,
  userId: string,
  product: Product,
  now: Date,
): Promise<OrderRow[]> {
  const { state, expires, kind } = paymentOrder;
  return transaction
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.userId, userId),
        eq(paymentOrder.product, product),
        eq(kind, 'purchase'),
        or(inArray(state, ['created', 'pending']), and(eq(state, 'failed'), gt(expires, now))),
      ),
    );
}

/** Returns the open order with the same currency, price and discount code, if it can still be paid. */
export async function findSame(
  transaction: Executor,
  { config, now }: CorePlatform,
  open: readonly OrderRow[],
  { currency, amount, code: typed }: Terms,
): Promise<OrderRow | undefined> {
  for (const order of open) {
    const hasSamePrice = amount === undefined || amount === order.amount;
    if (order.currency !== currency || !hasSamePrice || order.expires <= now()) continue;
    const code =
      order.discountCode === null
        ? undefined
        : await findRow(transaction, discountCode, eq(discountCode.id, order.discountCode));
    const typedHash = typed === undefined ? undefined : hashDiscountCode(config.secret, typed);
    if (code?.codeHash === typedHash && (await hasItsDiscount(transaction, order))) return order;
  }
  return undefined;
}

/** Notes that a request was given an open order, so that a repetition of the request finds it again. */
export async function noteRequest(
  transaction: Executor,
  { id }: OrderRow,
  { requestId, waives }: Terms,
  now: Date,
): Promise<OrderRow> {
  const { otherRequests, waived } = paymentOrder;
  const [noted] = await transaction
    .update(paymentOrder)
    .set({
      otherRequests: sql`array_append(${otherRequests}, ${requestId}::text)`,
      ...(waives && { waived: sql`coalesce(${waived}, ${now.toISOString()}::timestamptz)` }),
    })
    .where(eq(paymentOrder.id, id))
    .returning();
  if (!noted) throw new Error('The order does not exist any more');
  return noted;
}
