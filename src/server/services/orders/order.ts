import { type SQL, and, eq, or, sql } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow, lockRow } from '#server/db/findRow.ts';
import { qualified } from '#server/db/qualified.ts';
import { type paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';

export type OrderRow = typeof paymentOrder.$inferSelect;

export type CheckoutRow = typeof paymentCheckout.$inferSelect;

/** The outcome of a webhook event. `later`: its subject is not stored here yet. */
export type Outcome =
  | { kind: 'applied' | 'ignored' | 'parked'; text: string; userId?: string | undefined }
  | { kind: 'later'; why: string };

/** Returns what was paid for an order, in minor units. A quarantined payment may differ from the price. */
export function paidFor({ paidAmount, amount }: Pick<OrderRow, 'paidAmount' | 'amount'>): number {
  return paidAmount ?? amount;
}

/** `paidFor` as SQL, for statements on `payment_order`. */
export const paidForColumn = sql`coalesce(${paymentOrder.paidAmount}, ${paymentOrder.amount})`;

/** Returns an order. Throws when it does not exist. */
export async function findOrderById(executor: Executor, orderId: string): Promise<OrderRow> {
  const order = await findRow(executor, paymentOrder, eq(paymentOrder.id, orderId));
  if (!order) throw new Error('There is no such order');
  return order;
}

/** Returns the order of a user with this request id, or which this request was given as the open order. */
export async function findOrderByRequest(
  executor: Executor,
  userId: string,
  requestId: string,
): Promise<OrderRow | undefined> {
  const isOrder = and(
    eq(paymentOrder.userId, userId),
    or(
      eq(paymentOrder.requestId, requestId),
      sql`${paymentOrder.otherRequests} @> array[${requestId}::text]`,
    ),
  );
  return findRow(executor, paymentOrder, isOrder);
}

/** Returns the order that was paid by a provider's payment. */
export async function findOrderByPayment(
  executor: Executor,
  method: PaymentMethod,
  paymentId: string,
): Promise<OrderRow | undefined> {
  const isOrder = and(eq(paymentOrder.method, method), eq(paymentOrder.paymentId, paymentId));
  return findRow(executor, paymentOrder, isOrder);
}

/** Returns an order and locks it until the transaction ends. Throws when it does not exist. */
export async function lockOrder(transaction: Executor, orderId: string): Promise<OrderRow> {
  const order = await lockRow(transaction, paymentOrder, eq(paymentOrder.id, orderId));
  if (!order) throw new Error('There is no such order');
  return order;
}

/** The states of checkouts that can still be paid. */
export const payableCheckouts = ['opening', 'open', 'processing'] as const;

/** Whether none of an order's checkouts can still be paid. For updates of `payment_order`. */
export const hasNoPayableCheckout: SQL = sql`not exists (select from payment_checkout c
  where c.order_id = ${qualified(paymentOrder.id)} and c.state in ${payableCheckouts})`;
