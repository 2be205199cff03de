import { type SQL, and, eq, ne, or, sql } from 'drizzle-orm';
import { type Day, dayOf } from '#domain/dates.ts';
import type { Database } from '#server/db/connect.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { paymentRefund } from '#server/db/schema/refunds.ts';
import {
  type PaymentGateway,
  PaymentMissingError,
  type RefundState,
} from '#server/gateways/payments/payments.ts';
import {
  type Entry,
  type ListedEntry,
  type Sides,
  isOnDay,
  spanAround,
} from '#server/services/orders/comparisons/compareSides.ts';
import { ordersByPayment } from '#server/services/orders/comparisons/paymentSides.ts';

const { method, providerId, state, made, created } = paymentRefund;

/**
 * Reads the refunds of a day from the provider and from our records. Failed refunds count on neither side. Pending ones
 * count on both, because the provider takes their money at once. Refunds that we promised and the provider has not
 * confirmed count too, so that a refund that was never made is noticed.
 */
export async function refundSides(
  database: Database,
  gateway: PaymentGateway,
  day: Day,
): Promise<Sides> {
  const ofDay = await refundsWhere(database, gateway, isOnDay(day, made, created));
  const states = gateway.listsPayments
    ? await Array.fromAsync(gateway.listRefunds(spanAround(day)))
    : await askedRefunds(gateway, ofDay);
  const counted = states.filter((one) => one.state !== 'failed');
  const near = await withOrders(database, gateway, counted);
  const theirs = near.filter((one) => one.day === day);
  return {
    near,
    ours: ofDay.filter(({ refund }) => refund.state !== 'failed').map(toEntry),
    here: await recordedRefunds(database, gateway, theirs),
  };
}

type Row = { refund: typeof paymentRefund.$inferSelect; paymentId: string | null };

async function refundsWhere(
  { query }: Database,
  gateway: PaymentGateway,
  condition: SQL | undefined,
): Promise<Row[]> {
  return query
    .select({ refund: paymentRefund, paymentId: paymentOrder.paymentId })
    .from(paymentRefund)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentRefund.orderId))
    .where(and(eq(method, gateway.method), condition));
}

/** For a provider that cannot list refunds: asks it about each of our refunds, including those that failed here. */
async function askedRefunds(
  gateway: PaymentGateway,
  ofDay: readonly Row[],
): Promise<RefundState[]> {
  const asked: RefundState[] = [];
  for (const { refund } of ofDay) {
    const ids = { refundId: refund.id, providerId: refund.providerId ?? refund.id };
    const one = await gateway.readRefund(ids).catch((error: unknown) => {
      if (error instanceof PaymentMissingError) return undefined;
      throw error;
    });
    if (one) asked.push(one);
  }
  return asked;
}

async function withOrders(
  database: Database,
  gateway: PaymentGateway,
  states: readonly RefundState[],
): Promise<ListedEntry[]> {
  const ids = states.map(({ paymentId }) => paymentId);
  const orders = await ordersByPayment(database, gateway, ids);
  return states.map(({ providerId: id, refundId: ownId, paymentId, amount, made: time }) => {
    const orderId = orders.get(paymentId)?.id ?? null;
    return { id, ownId, paymentId, ...amount, orderId, day: dayOf(time) };
  });
}

/** Returns our refunds that did not fail, by the provider's id. */
async function recordedRefunds(
  database: Database,
  gateway: PaymentGateway,
  theirs: readonly ListedEntry[],
): Promise<Map<string, Entry>> {
  // Compared as text, because a provider's value need not be a UUID.
  const isOne = theirs.map(({ id, ownId }) =>
    or(
      eq(providerId, id),
      ownId === undefined ? undefined : sql`${paymentRefund.id}::text = ${ownId}`,
    ),
  );
  if (isOne.length === 0) return new Map();
  const rows = await refundsWhere(database, gateway, and(ne(state, 'failed'), or(...isOne)));
  const entries = rows.map(toEntry);
  return new Map(
    theirs.flatMap((one) => {
      const found = entries.find(({ id, ownId }) => id === one.id || ownId === one.ownId);
      return found ? [[one.id, found] as const] : [];
    }),
  );
}

function toEntry({ refund, paymentId }: Row): Entry {
  const { id: ownId, orderId, amount, currency } = refund;
  const id = refund.providerId ?? ownId;
  return { id, ownId, paymentId: paymentId ?? '', currency, amount, orderId };
}
