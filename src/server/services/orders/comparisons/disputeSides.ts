import { type SQL, and, eq, inArray } from 'drizzle-orm';
import { type Day, dayOf } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentDispute } from '#server/db/schema/refunds.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import {
  type Entry,
  type Sides,
  isOnDay,
  spanAround,
} from '#server/services/orders/comparisons/compareSides.ts';
import { ordersByPayment } from '#server/services/orders/comparisons/paymentSides.ts';

const { method, providerId, opened, created } = paymentDispute;

/**
 * Reads the disputes that were opened on a day, from the provider and from our records. Their outcome does not matter.
 */
export async function disputeSides(
  database: Database,
  gateway: PaymentGateway,
  day: Day,
): Promise<Sides> {
  const listed = await Array.fromAsync(gateway.listDisputes?.(spanAround(day)) ?? []);
  const paymentIds = listed.map(({ paymentId }) => paymentId);
  const orders = await ordersByPayment(database, gateway, paymentIds);
  const near = listed.map(({ disputeId: id, paymentId, amount, opened: time }) => {
    const orderId = orders.get(paymentId)?.id ?? null;
    return { id, paymentId, ...amount, orderId, day: dayOf(time) };
  });
  const ids = near.filter((one) => one.day === day).map(({ id }) => id);
  const recorded = await disputesWhere(database, gateway, inArray(providerId, ids));
  return {
    near,
    ours: await disputesWhere(database, gateway, isOnDay(day, opened, created)),
    here: new Map(recorded.map((one) => [one.id, one])),
  };
}

/** Returns the disputes that match. Their currency is that of the order. */
async function disputesWhere(
  { query }: Database,
  gateway: PaymentGateway,
  condition: SQL,
): Promise<Entry[]> {
  const rows = await query
    .select({ dispute: paymentDispute, order: paymentOrder })
    .from(paymentDispute)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentDispute.orderId))
    .where(and(eq(method, gateway.method), condition));
  return rows.map(({ dispute, order }) => ({
    id: dispute.providerId,
    paymentId: order.paymentId ?? '',
    currency: order.currency,
    amount: dispute.amount,
    orderId: order.id,
  }));
}
