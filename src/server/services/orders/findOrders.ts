import { desc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { OrderState } from '#domain/orders.ts';
import type { Database } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import {
  type EventState,
  paymentCheckout,
  paymentOrder,
  providerEvent,
} from '#server/db/schema/orders.ts';
import type { CheckoutRow, OrderRow } from '#server/services/orders/order.ts';
import {
  type DisputeRow,
  type RefundRow,
  creditsTaken,
  disputesOf,
  refundsOf,
} from '#server/services/orders/refunds/refund.ts';

/** Returns orders for an operator, newest first; with `state`, only those in it. */
export async function findOrders(
  { query }: Database,
  { state, limit }: { state?: OrderState | undefined; limit: number },
): Promise<OrderRow[]> {
  return query
    .select()
    .from(paymentOrder)
    .where(state && eq(paymentOrder.state, state))
    .orderBy(desc(paymentOrder.created))
    .limit(limit);
}

export type FoundOrder = {
  order: OrderRow;
  checkouts: CheckoutRow[];
  refunds: (RefundRow & { taken: number; missing: number })[];
  disputes: DisputeRow[];
};

/** Returns an order with its checkouts, refunds and disputes; `undefined` when there is none. */
export async function findOrder({ query }: Database, id: string): Promise<FoundOrder | undefined> {
  const order = await findRow(query, paymentOrder, eq(paymentOrder.id, id));
  if (!order) return undefined;
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
    checkouts,
    refunds: refunds.map((refund) => ({ ...refund, ...(credits.get(refund.id) ?? nothing) })),
    disputes: await disputesOf(query, id),
  };
}

export type StoredEvent = Omit<typeof providerEvent.$inferSelect, 'payload'>;

/** Returns webhook events without their payloads, newest first: those that wait or are parked, or all. */
export async function findEvents(
  { query }: Database,
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
