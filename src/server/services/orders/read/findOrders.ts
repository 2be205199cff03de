import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { OrderState } from '#domain/orders/orders.ts';
import type { CorePlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import {
  type EventState,
  paymentCheckout,
  paymentOrder,
  providerEvent,
} from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { findUser, findUserByEmail } from '#server/services/users/findUser.ts';
import type { CheckoutRow, OrderRow } from '#server/services/orders/order.ts';
import {
  type DisputeRow,
  type RefundRow,
  creditsTaken,
  disputesOf,
  refundsOf,
} from '#server/services/orders/refunds/refund.ts';

type Requested = { state?: OrderState | undefined; email?: string | undefined; limit: number };

/**
 * Returns orders for an operator, newest first; with `state`, only those in it, and with `email` only those of this
 * account. Throws `not_found` for an address without an account.
 */
export async function findOrders(
  { database: { query } }: CorePlatform,
  { state, email, limit }: Requested,
): Promise<OrderRow[]> {
  const user = email === undefined ? undefined : await findUserByEmail(query, email);
  if (email !== undefined && !user) {
    throw new AppError('not_found', 'There is no account with this address');
  }
  return query
    .select()
    .from(paymentOrder)
    .where(and(state && eq(paymentOrder.state, state), user && eq(paymentOrder.userId, user.id)))
    .orderBy(desc(paymentOrder.created))
    .limit(limit);
}

export type FoundOrder = {
  order: OrderRow;
  /** The address of the buyer's account. */
  email: string;
  checkouts: CheckoutRow[];
  refunds: (RefundRow & { taken: number; missing: number })[];
  disputes: DisputeRow[];
};

/** Returns an order with its checkouts, refunds and disputes; `undefined` if not found. */
export async function findOrder(
  { database: { query } }: CorePlatform,
  id: string,
): Promise<FoundOrder | undefined> {
  const order = await findRow(query, paymentOrder, eq(paymentOrder.id, id));
  if (!order) return undefined;
  const buyer = await findUser(query, order.userId);
  const checkouts = await query
    .select()
    .from(paymentCheckout)
    .where(eq(paymentCheckout.orderId, id))
    .orderBy(paymentCheckout.attempt);
  const refunds = await refundsOf(query, [id]);
  const credits = await creditsTaken(
    query,
    refunds.map((refund) => refund.id),
  );
  const nothing = { taken: 0, missing: 0 };
  return {
    order,
    email: buyer?.email ?? '',
    checkouts,
    refunds: refunds.map((refund) => ({ ...refund, ...(credits.get(refund.id) ?? nothing) })),
    disputes: await disputesOf(query, id),
  };
}

export type StoredEvent = Omit<typeof providerEvent.$inferSelect, 'payload'>;

/** Returns webhook events without their payloads, newest first: those that wait or are parked, or all. */
export async function findEvents(
  { database: { query } }: CorePlatform,
  { all, limit }: { all: boolean; limit: number },
): Promise<StoredEvent[]> {
  const unfinished: EventState[] = ['waiting', 'parked'];
  const { payload: _, ...columns } = getTableColumns(providerEvent);
  return query
    .select(columns)
    .from(providerEvent)
    .where(all ? undefined : inArray(providerEvent.state, unfinished))
    .orderBy(desc(providerEvent.id))
    .limit(limit);
}
