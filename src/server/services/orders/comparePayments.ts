import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type Day, addDays, dayOf } from '#domain/dates.ts';
import type { Currency } from '#domain/money.ts';
import type { Platform } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { type PaymentDifference, paymentComparison } from '#server/db/schema/paymentComparisons.ts';
import { redactedError } from '#server/errors.ts';
import type { PaymentGateway } from '#server/gateways/payments/payments.ts';
import type { OrderRow } from '#server/services/orders/order.ts';

type Dependencies = Pick<Platform, 'database' | 'payments' | 'log' | 'now'>;

/** Days that are looked at again while they differ, or were missed. */
const daysBack = 7;

/** The most differences that a row keeps: with so many, the first ones say what is wrong. */
const keptDifferences = 100;

type Payment = { paymentId: string; currency: Currency; amount: number; orderId: string | null };
type Row = typeof paymentComparison.$inferSelect;

/**
 * Compares what each provider says was paid with our orders: for the days before today that were not compared or that
 * differ, or for one day. Stores a row for each currency, and logs an alarm where they differ. Returns the rows.
 */
export async function comparePayments(dependencies: Dependencies, day?: Day): Promise<Row[]> {
  const { payments, log } = dependencies;
  const rows: Row[] = [];
  for (const gateway of payments.values()) {
    const days = day === undefined ? await dueDays(dependencies, gateway) : [day];
    for (const one of days) {
      try {
        rows.push(...(await compareDay(dependencies, gateway, one)));
      } catch (error) {
        const { method } = gateway;
        log.warn({ method, day: one, error: redactedError(error) }, 'payments were not compared');
      }
    }
  }
  for (const { method, day: of, currency, theirs, ours, differs, differences } of rows) {
    if (!differs) continue;
    const found = { method, day: of, currency, theirs, ours, differences: differences.length };
    log.error({ alarm: 'payments_differ', ...found }, 'payments of a day differ from our orders');
  }
  return rows;
}

async function dueDays({ database, now }: Dependencies, gateway: PaymentGateway): Promise<Day[]> {
  const today = dayOf(now());
  const days = Array.from({ length: daysBack }, (_, index) => addDays(today, index - daysBack));
  const { method, day, differs } = paymentComparison;
  const done = await database.query
    .select({ day })
    .from(paymentComparison)
    .where(and(eq(method, gateway.method), inArray(day, days)))
    .groupBy(day)
    .having(sql`not bool_or(${differs})`);
  return days.filter((one) => !done.some((row) => row.day === one));
}

async function compareDay(
  { database, now }: Dependencies,
  gateway: PaymentGateway,
  day: Day,
): Promise<Row[]> {
  const ours = await ourPayments(database, gateway, day);
  // The two clocks may be on either side of midnight: what is missing on a day may be on the one before or after.
  const near = gateway.listsPayments
    ? await listedPayments(gateway, day)
    : await askedPayments(database, gateway, ours);
  const theirs = near.filter((payment) => payment.day === day);
  const here = await recordedPayments(database, gateway, theirs);
  const differences = [
    ...theirs.flatMap((payment) => differenceOf(payment, here.get(payment.paymentId))),
    ...ours
      .filter(({ paymentId }) => !near.some((payment) => payment.paymentId === paymentId))
      .map((payment) => ({
        ...payment,
        theirs: null,
        ours: payment.amount,
        kind: 'missing_there' as const,
      })),
  ];
  const currencies = new Set([...theirs, ...ours].map(({ currency }) => currency));
  if (currencies.size === 0) currencies.add(gateway.currencies[0] ?? 'USD');
  const rows = [...currencies].map((currency) => {
    const of = <Kept extends { currency: Currency }>(all: readonly Kept[]) =>
      all.filter((one) => one.currency === currency);
    const found = of(differences);
    return {
      method: gateway.method,
      day,
      currency,
      theirs: sumOf(of(theirs)),
      theirPayments: of(theirs).length,
      ours: sumOf(of(ours)),
      ourPayments: of(ours).length,
      differs: found.length > 0,
      differences: found.slice(0, keptDifferences).map(toDifference),
      compared: now(),
    };
  });
  await store(database, rows);
  return rows;
}

/** Our orders that were paid on a day. One for which nothing was to be paid has no payment there. */
async function ourPayments(
  { query }: Database,
  { method }: PaymentGateway,
  day: Day,
): Promise<Payment[]> {
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
  return rows.map(toPayment);
}

type Listed = Payment & { day: Day };

async function listedPayments(gateway: PaymentGateway, day: Day): Promise<Listed[]> {
  const listed: Listed[] = [];
  for await (const { paymentId, paid, paidAt, orderId = null } of gateway.listPaid(
    startOf(addDays(day, -1)),
  )) {
    if (paidAt < startOf(addDays(day, 2))) {
      listed.push({ paymentId, ...paid, orderId, day: dayOf(paidAt) });
    }
  }
  return listed;
}

/** Of a provider that lists nothing: what it says of each of our payments. */
async function askedPayments(
  { query }: Database,
  gateway: PaymentGateway,
  ours: readonly Payment[],
): Promise<Listed[]> {
  const asked: Listed[] = [];
  for (const { orderId } of ours) {
    const checkouts = await query
      .select({ id: paymentCheckout.providerId })
      .from(paymentCheckout)
      .where(and(eq(paymentCheckout.orderId, orderId ?? ''), eq(paymentCheckout.state, 'paid')));
    for (const { id } of checkouts) {
      const state = id === null ? undefined : await gateway.readCheckout(id);
      if (state?.kind !== 'paid') continue;
      const { paymentId, paid, paidAt } = state;
      asked.push({ paymentId, ...paid, orderId, day: dayOf(paidAt) });
    }
  }
  return asked;
}

/** Our orders of these payments, whenever they were paid. */
async function recordedPayments(
  { query }: Database,
  { method }: PaymentGateway,
  theirs: readonly Payment[],
): Promise<Map<string, Payment>> {
  if (theirs.length === 0) return new Map();
  const ids = theirs.map(({ paymentId }) => paymentId);
  const rows = await query
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.method, method), inArray(paymentOrder.paymentId, ids)));
  return new Map(rows.map((row) => [row.paymentId ?? '', toPayment(row)]));
}

/** A quarantined order may have been paid with another amount, which it keeps. */
function toPayment({ id, paymentId, currency, amount, paidAmount }: OrderRow): Payment {
  return { paymentId: paymentId ?? '', currency, amount: paidAmount ?? amount, orderId: id };
}

type Found = Payment & Pick<PaymentDifference, 'kind' | 'theirs' | 'ours'>;

function differenceOf(theirs: Payment, ours: Payment | undefined): Found[] {
  if (!ours) return [{ ...theirs, kind: 'missing_here', theirs: theirs.amount, ours: null }];
  if (ours.amount === theirs.amount && ours.currency === theirs.currency) return [];
  const { orderId, amount } = ours;
  return [{ ...theirs, orderId, kind: 'amount_differs', theirs: theirs.amount, ours: amount }];
}

function toDifference({ kind, paymentId, orderId, theirs, ours }: Found): PaymentDifference {
  return { kind, paymentId, orderId, theirs, ours };
}

/** A row of a currency that is gone since is left behind: its day was compared without it. */
async function store(database: Database, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await database.transaction(async (inside) => {
    const { method, day } = paymentComparison;
    await inside.delete(paymentComparison).where(and(eq(method, first.method), eq(day, first.day)));
    await inside
      .insert(paymentComparison)
      .values([...rows])
      .onConflictDoNothing();
  });
}

function sumOf(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0);
}

function startOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}
