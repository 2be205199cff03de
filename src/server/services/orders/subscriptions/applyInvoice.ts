import { and, eq, sql } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { type OrderFailure, priceDifference } from '#domain/orders/orders.ts';
import { creditsOf } from '#domain/plans/plans.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow, lockRow } from '#server/db/findRow.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import type { Invoice } from '#server/gateways/payments/payments.ts';
import {
  type SubscriptionRow,
  findSubscription,
} from '#server/services/orders/subscriptions/findSubscription.ts';
import { tryToFulfil } from '#server/services/orders/payments/fulfilOrder.ts';
import { type BilledPlan, billedPlan } from '#server/services/orders/subscriptions/billedPlan.ts';
import type { OrderRow, Outcome } from '#server/services/orders/order.ts';
import { isErased, nextReceiptNumber } from '#server/services/orders/payments/payOrder.ts';
import { payUpgrade } from '#server/services/orders/subscriptions/payUpgrade.ts';
import {
  latestPeriod,
  noNextPlan,
} from '#server/services/orders/subscriptions/subscriptionColumns.ts';

/**
 * Applies the bill of a subscription. A paid bill for a further period becomes an order of its own, which grants that
 * period once. Other bills grant nothing.
 */
export async function applyInvoice(
  platform: PaymentPlatform,
  method: PaymentMethod,
  invoiceId: string,
): Promise<Outcome> {
  const { database, payments } = platform;
  const gateway = payments.get(method)?.subscriptions;
  if (!gateway) return { kind: 'parked', text: 'This method has no subscriptions' };
  const invoice = await gateway.readInvoice(invoiceId);
  if (invoice.subscriptionId === undefined) return { kind: 'ignored', text: 'a bill of no plan' };
  const found = await findSubscription(database.query, method, invoice.subscriptionId);
  if (!found) return { kind: 'later', why: 'the subscription is not known here' };
  const { userId } = found;
  if (invoice.state !== 'paid')
    return { kind: 'ignored', text: `invoice ${invoice.state}`, userId };
  if (invoice.reason === 'change') return applyUpgrade(platform, found, invoice);
  // The first bill is paid with the checkout of its order.
  if (invoice.reason !== 'cycle') {
    return { kind: 'ignored', text: `paid for ${invoice.reason}`, userId };
  }
  await database.transaction((transaction) => renew(transaction, platform, found, invoice));
  return { kind: 'applied', text: 'renewal paid', userId };
}

/** Applies the bill of an upgrade. It names the order, so it is found even when the response to the charge was lost. */
async function applyUpgrade(
  platform: PaymentPlatform,
  found: SubscriptionRow,
  invoice: Invoice,
): Promise<Outcome> {
  const { userId } = found;
  const order = await findRow(
    platform.database.query,
    paymentOrder,
    and(
      sql`${paymentOrder.id}::text = ${invoice.changeId ?? ''}`,
      eq(paymentOrder.subscriptionId, found.id),
    ),
  );
  if (!order) return { kind: 'parked', text: 'A paid change of a plan has no order', userId };
  await payUpgrade(platform, order.id, invoice);
  return { kind: 'applied', text: 'upgrade paid', userId };
}

async function renew(
  transaction: Executor,
  platform: PaymentPlatform,
  found: SubscriptionRow,
  invoice: Invoice,
): Promise<void> {
  // Renewals of one subscription are recorded one after the other.
  const locked = await lockRow(transaction, subscription, eq(subscription.id, found.id));
  if (!locked) return;
  const plan = await billedPlan(transaction, locked, invoice);
  const failure =
    priceDifference(plan, invoice.price) ??
    ((await isErased(transaction, locked.userId)) ? 'account_deleted' : undefined);
  const order = await storeRenewal(transaction, locked, {
    invoice,
    plan,
    failure,
    now: platform.now(),
  });
  if (!order) return;
  await transaction
    .update(subscription)
    .set({
      ...latestPeriod(invoice.starts, invoice.ends),
      version: sql`${subscription.version} + 1`,
      ...(plan.isNext && { product: plan.product, amount: plan.amount, ...noNextPlan }),
    })
    .where(eq(subscription.id, locked.id));
  if (order.state === 'paid') return tryToFulfil(transaction, order, platform);
  platform.log.error({ order: order.id, reason: failure }, 'a payment was quarantined');
}

type Renewal = {
  invoice: Invoice;
  plan: BilledPlan;
  failure: OrderFailure | undefined;
  now: Date;
};

/** Stores the order of a renewal with a receipt number. Returns `undefined` when the bill was recorded before. */
async function storeRenewal(
  transaction: Executor,
  locked: SubscriptionRow,
  { invoice, plan, failure, now }: Renewal,
): Promise<OrderRow | undefined> {
  const paid = invoice.price;
  const [order] = await transaction
    .insert(paymentOrder)
    .values({
      userId: locked.userId,
      requestId: `invoice:${invoice.invoiceId}`,
      kind: 'renewal',
      product: plan.product,
      credits: creditsOf(plan.product, dayOf(now)),
      currency: plan.currency,
      amount: paid.amount,
      regular: paid.amount,
      paidCurrency: paid.currency === plan.currency ? null : paid.currency,
      steps: [],
      following: plan.amount,
      state: failure === undefined ? 'paid' : 'quarantined',
      failure: failure ?? null,
      method: locked.method,
      paymentId: invoice.paymentId ?? invoice.invoiceId,
      invoiceId: invoice.invoiceId,
      subscriptionId: locked.id,
      periodStarts: invoice.starts,
      periodEnds: invoice.ends,
      expires: now,
      paid: now,
      created: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!order) return undefined;
  await transaction
    .update(paymentOrder)
    .set({ receiptNumber: await nextReceiptNumber(transaction) })
    .where(eq(paymentOrder.id, order.id));
  return order;
}
