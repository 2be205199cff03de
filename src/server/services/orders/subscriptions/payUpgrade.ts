import { eq, sql } from 'drizzle-orm';
import { payableStates, priceDifference } from '#domain/orders/orders.ts';
import { isPlan } from '#domain/plans/planTerms.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import type { Invoice } from '#server/gateways/payments/payments.ts';
import { tryToFulfil } from '#server/services/orders/payments/fulfilOrder.ts';
import { type OrderRow, lockOrder } from '#server/services/orders/order.ts';
import { isErased, nextReceiptNumber } from '#server/services/orders/payments/payOrder.ts';
import {
  latestPeriod,
  noNextPlan,
} from '#server/services/orders/subscriptions/subscriptionColumns.ts';

/**
 * Records the paid bill of an upgrade and fulfils its order in the same transaction, once, no matter whether the
 * response to the charge or a webhook event comes first. From then on the plan is the new one. A bill that differs from
 * its order is quarantined.
 */
export async function payUpgrade(
  platform: CorePlatform,
  orderId: string,
  invoice: Invoice,
): Promise<void> {
  await platform.database.transaction((transaction) =>
    record(transaction, platform, orderId, invoice),
  );
}

async function record(
  transaction: Executor,
  platform: CorePlatform,
  orderId: string,
  invoice: Invoice,
): Promise<void> {
  const order = await lockOrder(transaction, orderId);
  if (!payableStates.some((state) => state === order.state)) return;
  const failure =
    priceDifference(order, invoice.price) ??
    ((await isErased(transaction, order.userId)) ? 'account_deleted' : undefined);
  // The provider has changed the plan even when an operator must check the payment.
  await changeProduct(transaction, order, invoice);
  const [paid] = await transaction
    .update(paymentOrder)
    .set({
      state: failure === undefined ? 'paid' : 'quarantined',
      failure: failure ?? null,
      receiptNumber: await nextReceiptNumber(transaction),
      paymentId: invoice.paymentId ?? invoice.invoiceId,
      invoiceId: invoice.invoiceId,
      paidAmount: invoice.price.amount === order.amount ? null : invoice.price.amount,
      paidCurrency: invoice.price.currency === order.currency ? null : invoice.price.currency,
      periodStarts: invoice.starts,
      periodEnds: invoice.ends,
      paid: platform.now(),
    })
    .where(eq(paymentOrder.id, order.id))
    .returning();
  if (!paid) throw new Error('The upgrade was not marked as paid');
  if (paid.state === 'paid') return tryToFulfil(transaction, paid, platform);
  platform.log.error({ order: paid.id, reason: failure }, 'a payment was quarantined');
}

async function changeProduct(
  transaction: Executor,
  { subscriptionId, product, following }: OrderRow,
  { starts, ends }: Invoice,
): Promise<void> {
  if (subscriptionId === null || !isPlan(product)) return;
  await transaction
    .update(subscription)
    .set({
      product,
      amount: following,
      endsAtPeriodEnd: false,
      ...latestPeriod(starts, ends),
      version: sql`${subscription.version} + 1`,
      ...noNextPlan,
    })
    .where(eq(subscription.id, subscriptionId));
}
