import { type SQL, and, desc, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { askProvider } from '#server/services/orders/payments/askProvider.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

/**
 * Returns an order of the acting user. While it waits for a payment, the provider is asked first, unless that was done
 * a moment ago. Throws `not_signed_in` and `unknown_order`.
 */
export async function readOrder(context: Context, orderId: string): Promise<OrderRow> {
  const order = await findOwnOrder(context, orderId);
  if (order.state !== 'pending') return order;
  const wasAsked = await askProvider(context, orderId);
  return wasAsked ? findOwnOrder(context, orderId) : order;
}

/**
 * Returns a page of the acting user's orders, newest first. `before` is the id of the last order of the previous page.
 */
export async function listOrders(
  context: Context,
  { before, size = 20 }: { before?: string | undefined; size?: number | undefined },
): Promise<OrderRow[]> {
  const isOwn = eq(paymentOrder.userId, signedInUser(context));
  return context.database.query
    .select()
    .from(paymentOrder)
    .where(before === undefined ? isOwn : and(isOwn, isOlder(before)))
    .orderBy(desc(paymentOrder.created), desc(paymentOrder.id))
    .limit(size);
}

/** Compares time and id, because all orders of one transaction have the same time. */
function isOlder(before: string): SQL {
  const { created, id } = paymentOrder;
  return sql`(${created}, ${id}) < (select o.created, o.id from payment_order o where o.id = ${before})`;
}

/** Returns an order of the acting user. Throws `not_signed_in`, and `unknown_order` also for orders of others. */
export async function findOwnOrder(context: Context, orderId: string): Promise<OrderRow> {
  const userId = signedInUser(context);
  const isMatch = and(eq(paymentOrder.id, orderId), eq(paymentOrder.userId, userId));
  const order = await findRow(context.database.query, paymentOrder, isMatch);
  if (!order) throw new AppError('unknown_order', 'There is no such order');
  return order;
}
