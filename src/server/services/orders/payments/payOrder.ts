import { and, eq, max, ne } from 'drizzle-orm';
import { type OrderFailure, payableStates, priceDifference } from '#domain/orders/orders.ts';
import { type PlanProduct, isPlan } from '#domain/plans/planTerms.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockUntilCommit } from '#server/db/locks.ts';
import { paymentCheckout, paymentOrder, subscription } from '#server/db/schema/orders.ts';
import type { CheckoutState, SubscriptionState } from '#server/gateways/payments/payments.ts';
import { erasedEmail, findUser } from '#server/services/users/findUser.ts';
import { tryToFulfil } from '#server/services/orders/payments/fulfilOrder.ts';
import { type CheckoutRow, type OrderRow, lockOrder } from '#server/services/orders/order.ts';

type Paid = Extract<CheckoutState, { kind: 'paid' }>;

/** A paid checkout, and the data that its order records. */
type Payment = Pick<CheckoutRow, 'orderId' | 'attempt' | 'method'> & {
  state: Paid;
  subscription: SubscriptionState | undefined;
};

/**
 * Records the payment of a checkout and fulfils its order in the same transaction, once for each checkout. A payment
 * that differs from its order is quarantined for an operator. A second payment of a pack becomes an order of its own; a
 * second payment of a plan is returned by `returnPayments`.
 */
export async function payOrder(
  platform: PaymentPlatform,
  checkout: Pick<CheckoutRow, 'orderId' | 'attempt' | 'method'>,
  state: Paid,
): Promise<void> {
  const { database, payments } = platform;
  const { subscriptionId } = state;
  // Read before the transaction, which must not wait for a provider.
  const found =
    subscriptionId === undefined
      ? undefined
      : await payments.get(checkout.method)?.subscriptions?.read(subscriptionId);
  const { orderId, attempt, method } = checkout;
  const payment = { orderId, attempt, method, state, subscription: found };
  await database.transaction((transaction) => record(transaction, platform, payment));
}

async function record(
  transaction: Executor,
  platform: PaymentPlatform,
  payment: Payment,
): Promise<void> {
  const order = await lockOrder(transaction, payment.orderId);
  const { orderId, attempt } = payment;
  const claimed = await transaction
    .update(paymentCheckout)
    .set({ state: 'paid' })
    .where(
      and(
        eq(paymentCheckout.orderId, orderId),
        eq(paymentCheckout.attempt, attempt),
        ne(paymentCheckout.state, 'paid'),
      ),
    );
  if (claimed.rowCount === 0) return;
  const isFirst = payableStates.some((state) => state === order.state);
  const target = isFirst ? order : await repeatOrder(transaction, order, payment);
  const failure =
    differenceOf(target, order, payment.state) ??
    (isFirst || !isPlan(order.product) ? undefined : 'paid_twice') ??
    ((await isErased(transaction, order.userId)) ? 'account_deleted' : undefined);
  const paid = await markPaid(transaction, target, payment, failure);
  const { log } = platform;
  if (paid.state === 'paid') return tryToFulfil(transaction, paid, platform);
  log.error({ order: paid.id, reason: paid.failure }, 'a payment was quarantined');
}

/**
 * Stores the order of a further payment of the same checkout's order. Each payment has an order and a receipt of its
 * own.
 */
async function repeatOrder(
  transaction: Executor,
  order: OrderRow,
  { attempt }: Payment,
): Promise<OrderRow> {
  const { id: _, receiptNumber: __, ...same } = order;
  const [repeated] = await transaction
    .insert(paymentOrder)
    .values({
      ...same,
      requestId: `again:${order.id}:${attempt}`,
      otherRequests: [],
      // Until `markPaid`: a further order that is open would be payable.
      state: 'expired',
      failure: null,
      paymentId: null,
      paidAmount: null,
      paidCurrency: null,
      returned: 0,
      ended: null,
      invoiceId: null,
      subscriptionId: null,
      periodStarts: null,
      periodEnds: null,
      paid: null,
      fulfilled: null,
    })
    .returning();
  if (!repeated) throw new Error('The order of a second payment was not stored');
  return repeated;
}

/** Returns how a payment differs from its order. */
function differenceOf(
  { amount, currency }: OrderRow,
  { id }: OrderRow,
  { paid, orderId }: Paid,
): OrderFailure | undefined {
  if (orderId !== undefined && orderId !== id) return 'other_order';
  return priceDifference({ amount, currency }, paid);
}

/** Whether the buyer's account was deleted. */
export async function isErased(transaction: Executor, userId: string): Promise<boolean> {
  const user = await findUser(transaction, userId);
  return user?.email === erasedEmail(userId);
}

async function markPaid(
  transaction: Executor,
  order: OrderRow,
  payment: Payment,
  failure: OrderFailure | undefined,
): Promise<OrderRow> {
  const { method, state } = payment;
  const added = await addSubscription(transaction, order, payment, failure === undefined);
  const why = failure ?? (added?.isSecond ? 'paid_twice' : undefined);
  const [paid] = await transaction
    .update(paymentOrder)
    .set({
      state: why === undefined ? 'paid' : 'quarantined',
      failure: why ?? null,
      receiptNumber: await nextReceiptNumber(transaction),
      method,
      paymentId: state.paymentId,
      paidAmount: state.paid.amount === order.amount ? null : state.paid.amount,
      paidCurrency: state.paid.currency === order.currency ? null : state.paid.currency,
      invoiceId: state.invoiceId ?? null,
      subscriptionId: added?.id ?? null,
      periodStarts: payment.subscription?.periodStarts ?? null,
      periodEnds: payment.subscription?.periodEnds ?? null,
      paid: state.paidAt,
    })
    .where(eq(paymentOrder.id, order.id))
    .returning();
  if (!paid) throw new Error('The order was not marked as paid');
  return paid;
}

/**
 * Stores the subscription that a checkout began. A user has one live subscription at most: a second one, and that of a
 * payment which is not accepted, is stored as ended, and `returnPayments` ends it at the provider.
 */
async function addSubscription(
  transaction: Executor,
  order: OrderRow,
  { method, subscription: found, state }: Payment,
  isAccepted: boolean,
): Promise<{ id: string; isSecond: boolean } | undefined> {
  if (!found || !isPlan(order.product)) return undefined;
  const row = (hasEnded: boolean) => ({
    userId: order.userId,
    method,
    providerId: found.subscriptionId,
    product: order.product as PlanProduct,
    currency: order.currency,
    amount: order.following,
    state: hasEnded ? ('ended' as const) : found.state,
    endsAtPeriodEnd: found.endsAtPeriodEnd,
    periodStarts: found.periodStarts,
    periodEnds: found.periodEnds,
    ended: hasEnded ? state.paidAt : null,
  });
  const insert = (hasEnded: boolean) =>
    transaction
      .insert(subscription)
      .values(row(hasEnded))
      .onConflictDoNothing()
      .returning({ id: subscription.id });
  const [live] = isAccepted ? await insert(false) : [];
  if (live) return { id: live.id, isSecond: false };
  const [ended] = await insert(true);
  if (!ended) throw new Error('This subscription belongs to another order');
  return { id: ended.id, isSecond: isAccepted };
}

/**
 * Returns the next receipt number. Receipts are numbered without gaps, so payments are recorded one after the other.
 */
export async function nextReceiptNumber(transaction: Executor): Promise<number> {
  await lockUntilCommit(transaction, 'receipt_number');
  const [last] = await transaction
    .select({ number: max(paymentOrder.receiptNumber) })
    .from(paymentOrder);
  return (last?.number ?? 0) + 1;
}
