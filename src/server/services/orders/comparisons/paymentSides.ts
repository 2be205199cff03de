import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import {
  type Entry,
  type ListedEntry,
  type Sides,
  spanAround,
  startOf,
} from '#server/services/orders/comparisons/compareSides.ts';
import { type OrderRow, paidFor } from '#server/services/orders/order.ts';

/**
 * Reads both sides of a comparison: `near`, the provider's payments of this day and of those around it (of our orders
 * only, where it cannot list them); `ours`, our orders that were paid on the day; `here`, our orders of its payments.
 */
export async function paymentSides(
  database: Database,
  gateway: PaymentGateway,
  day: Day,
): Promise<Sides> {
  const ours = await ourPayments(database, gateway, day);
  const near = gateway.listsPayments
    ? await listedPayments(gateway, day)
    : await askedPayments(database, gateway, ours);
  const ids = near.filter((one) => one.day === day).map(({ paymentId }) => paymentId);
  const orders = await ordersByPayment(database, gateway, ids);
  const here = new Map([...orders].map(([id, order]) => [id, toEntry(order)]));
  return { near, ours, here };
}

/** Returns our orders by the ids of their payments. */
export async function ordersByPayment(
  { query }: Database,
  { method }: PaymentGateway,
  ids: readonly string[],
): Promise<Map<string, OrderRow>> {
  const { paymentId } = paymentOrder;
  const rows = await query
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.method, method), inArray(paymentId, [...ids])));
  return new Map(rows.map((row) => [row.paymentId ?? '', row]));
}

/** Returns our orders that were paid on a day. An order of amount 0 has no payment at the provider. */
async function ourPayments(
  { query }: Database,
  { method }: PaymentGateway,
  day: Day,
): Promise<Entry[]> {
  const rows = await query
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.method, method),
        isNotNull(paymentOrder.paymentId),
        sql`${paymentOrder.amount} > 0`,
        gte(paymentOrder.paid, startOf(day)),
        lt(paymentOrder.paid, startOf(addDays(day, 1))),
      ),
    );
  return rows.map(toEntry);
}

async function listedPayments(gateway: PaymentGateway, day: Day): Promise<ListedEntry[]> {
  const { from, to } = spanAround(day);
  const listed: ListedEntry[] = [];
  for await (const { paymentId, paid, paidAt, orderId = null } of gateway.listPaid(from)) {
    if (paidAt >= to) continue;
    listed.push({ id: paymentId, paymentId, ...paid, orderId, day: dayOf(paidAt) });
  }
  return listed;
}

/** For a provider that cannot list payments: asks it about each of our payments. */
async function askedPayments(
  { query }: Database,
  gateway: PaymentGateway,
  ours: readonly Entry[],
): Promise<ListedEntry[]> {
  const asked: ListedEntry[] = [];
  for (const { orderId } of ours) {
    const checkouts = await query
      .select({ id: paymentCheckout.providerId })
      .from(paymentCheckout)
      .where(and(eq(paymentCheckout.orderId, orderId ?? ''), eq(paymentCheckout.state, 'paid')));
    for (const { id } of checkouts) {
      const state = id === null ? undefined : await gateway.readCheckout(id);
      if (state?.kind !== 'paid') continue;
      const { paymentId, paid, paidAt } = state;
      asked.push({ id: paymentId, paymentId, ...paid, orderId, day: dayOf(paidAt) });
    }
  }
  return asked;
}

/** A quarantined order may have been paid with another amount or currency, which is stored with it. */
function toEntry({ id: orderId, paymentId, ...order }: OrderRow): Entry {
  const id = paymentId ?? '';
  const currency = order.paidCurrency ?? order.currency;
  return { id, paymentId: id, currency, amount: paidFor(order), orderId };
}
