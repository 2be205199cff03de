import { and, eq, sql } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/payments.ts';
import type { OrderFailure } from '#domain/orders.ts';
import { creditsOf } from '#domain/plans.ts';
import type { Executor } from '#server/db/connect.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import type { Invoice } from '#server/gateways/payments/payments.ts';
import { tryToFulfil } from '#server/services/orders/fulfilOrder.ts';
import type { OrderDependencies, Outcome } from '#server/services/orders/order.ts';
import { isErased, nextReceiptNumber } from '#server/services/orders/payOrder.ts';

type SubscriptionRow = typeof subscription.$inferSelect;

/**
 * Applies the bill of a subscription: a paid one for a further period is an order of its own, which grants that period
 * once. Bills for anything else grant nothing.
 */
export async function applyInvoice(
  dependencies: OrderDependencies,
  method: PaymentMethod,
  invoiceId: string,
): Promise<Outcome> {
  const { database, payments } = dependencies;
  const gateway = payments.get(method)?.subscriptions;
  if (!gateway) return { kind: 'parked', text: 'This method has no subscriptions' };
  const invoice = await gateway.readInvoice(invoiceId);
  if (invoice.subscriptionId === undefined) return { kind: 'ignored', text: 'a bill of no plan' };
  const [found] = await database.query
    .select()
    .from(subscription)
    .where(
      and(eq(subscription.method, method), eq(subscription.providerId, invoice.subscriptionId)),
    );
  if (!found) return { kind: 'later', why: 'the subscription is not known here' };
  const { userId } = found;
  if (invoice.state !== 'paid')
    return { kind: 'ignored', text: `invoice ${invoice.state}`, userId };
  // The first bill is paid with the checkout of its order.
  if (invoice.reason !== 'cycle') {
    return { kind: 'ignored', text: `paid for ${invoice.reason}`, userId };
  }
  await database.transaction((transaction) => renew(transaction, dependencies, found, invoice));
  return { kind: 'applied', text: 'renewal paid', userId };
}

async function renew(
  transaction: Executor,
  dependencies: OrderDependencies,
  found: SubscriptionRow,
  invoice: Invoice,
): Promise<void> {
  // One renewal of a subscription after the other.
  const [locked] = await transaction
    .select()
    .from(subscription)
    .where(eq(subscription.id, found.id))
    .for('update');
  if (!locked) return;
  const now = dependencies.now();
  const failure =
    differenceOf(locked, invoice) ??
    ((await isErased(transaction, locked.userId)) ? 'account_deleted' : undefined);
  const [order] = await transaction
    .insert(paymentOrder)
    .values({
      userId: locked.userId,
      requestId: `invoice:${invoice.invoiceId}`,
      kind: 'renewal',
      product: locked.product,
      credits: creditsOf(locked.product),
      currency: locked.currency,
      amount: invoice.price.amount,
      regular: invoice.price.amount,
      steps: [],
      following: locked.amount,
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
  if (!order) return;
  await transaction
    .update(paymentOrder)
    .set({ receiptNumber: await nextReceiptNumber(transaction) })
    .where(eq(paymentOrder.id, order.id));
  await transaction
    .update(subscription)
    .set({
      periodStarts: sql`greatest(${subscription.periodStarts}, ${invoice.starts.toISOString()}::timestamptz)`,
      periodEnds: sql`greatest(${subscription.periodEnds}, ${invoice.ends.toISOString()}::timestamptz)`,
    })
    .where(eq(subscription.id, locked.id));
  if (order.state === 'paid') return tryToFulfil(transaction, order, dependencies);
  dependencies.log.error({ order: order.id, reason: failure }, 'a payment was quarantined');
}

function differenceOf(
  { amount, currency }: SubscriptionRow,
  { price }: Invoice,
): OrderFailure | undefined {
  if (price.currency !== currency) return 'currency_differs';
  return price.amount === amount ? undefined : 'amount_differs';
}
