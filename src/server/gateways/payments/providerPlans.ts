import {
  type BillRecord,
  type Card,
  type Change,
  type CheckoutRecord,
  type PaymentRecord,
  type PlanPrice,
  type ProviderBooks,
  type SubscriptionRecord,
  nowOf,
  periodEnd,
  put,
} from '#server/gateways/payments/providerBooks.ts';
import { charge, newPayment } from '#server/gateways/payments/providerPayments.ts';

/** The charge of a change was refused. Nothing was changed. */
export class DeclinedError extends Error {
  override readonly name = 'DeclinedError';
}

/** Starts the plan of a checkout with the bill for its first period, which is not paid yet. */
export function startPlan(
  books: ProviderBooks,
  checkout: CheckoutRecord,
  payment: PaymentRecord,
): SubscriptionRecord {
  const { method, product, price, following = price, interval = 'month' } = checkout;
  const now = nowOf(books);
  const subscription = put<SubscriptionRecord>(books.subscriptions, {
    id: books.newId('subscription'),
    method,
    product,
    price: following,
    interval,
    anchor: now,
    state: 'incomplete',
    endsAtPeriodEnd: false,
    periodStarts: now,
    periodEnds: now,
    latestBillId: '',
    metadata: checkout.planMetadata,
  });
  const bill = startPeriod(books, subscription, 'create', now);
  Object.assign(bill, { price, paymentId: payment.id, attempts: 1 });
  Object.assign(checkout, { subscriptionId: subscription.id, billId: bill.id });
  return subscription;
}

/** Starts the next period, with the price of a waiting downgrade. */
export function renewPlan(
  books: ProviderBooks,
  subscription: SubscriptionRecord,
  starts = subscription.periodEnds,
): BillRecord {
  const { next, interval, periodEnds } = subscription;
  Object.assign(subscription, next, { next: undefined });
  const isOnTime = starts === periodEnds && subscription.interval === interval;
  if (!isOnTime) subscription.anchor = starts;
  return startPeriod(books, subscription, 'cycle', starts);
}

/** Starts a period of a subscription with its bill, which is not paid yet. */
export function startPeriod(
  books: ProviderBooks,
  subscription: SubscriptionRecord,
  reason: BillRecord['reason'],
  starts: Date,
): BillRecord {
  const { anchor, interval } = subscription;
  subscription.periodStarts = starts;
  subscription.periodEnds = periodEnd(anchor, interval, starts);
  return newBill(books, subscription, reason);
}

/** Makes a bill for the running period. */
export function newBill(
  books: ProviderBooks,
  subscription: SubscriptionRecord,
  reason: BillRecord['reason'],
): BillRecord {
  const bill = put<BillRecord>(books.bills, {
    id: books.newId('bill'),
    subscriptionId: subscription.id,
    created: nowOf(books),
    reason,
    state: 'open',
    price: { ...subscription.price },
    attempts: 0,
    starts: subscription.periodStarts,
    ends: subscription.periodEnds,
    metadata: { ...subscription.metadata },
  });
  subscription.latestBillId = bill.id;
  return bill;
}

/** Charges an open bill. A renewal that is not paid makes its plan past due. */
export function collect(books: ProviderBooks, bill: BillRecord, card: Card = 'works'): Change[] {
  const subscription = subscriptionOf(books, bill);
  if (bill.state === 'paid') return [];
  bill.attempts += 1;
  const known = books.payments.get(bill.paymentId ?? '');
  const payment = known ?? newPayment(books, subscription.method, bill.price);
  bill.paymentId = payment.id;
  const charged = charge(books, payment, card);
  if (payment.state === 'paid') return [...charged, ...settleBill(subscription, bill)];
  const failed: Change = { kind: 'invoice', event: payment.state, id: bill.id };
  if (bill.reason !== 'cycle' && bill.reason !== 'change') return [...charged, failed];
  subscription.state = 'past_due';
  return [...charged, failed, changed(subscription)];
}

/** Marks a bill as paid, whose payment has arrived. */
export function settleBill(subscription: SubscriptionRecord, bill: BillRecord): Change[] {
  bill.state = 'paid';
  const paid: Change = { kind: 'invoice', event: 'paid', id: bill.id };
  if (subscription.state === 'active' || subscription.state === 'ended') return [paid];
  const wasUnpaid = subscription.state === 'past_due';
  subscription.state = 'active';
  return wasUnpaid ? [paid, changed(subscription)] : [paid];
}

/** Charges another plan now and starts a new period. Throws `DeclinedError` and changes nothing when the card fails. */
export function changePlan(
  books: ProviderBooks,
  subscription: SubscriptionRecord,
  { metadata, ...next }: PlanPrice & Pick<SubscriptionRecord, 'metadata'>,
  card: Card = 'works',
): { bill: BillRecord; changes: Change[] } {
  if (card !== 'works') throw new DeclinedError(card);
  const now = nowOf(books);
  Object.assign(subscription, next, { anchor: now });
  subscription.metadata = { ...subscription.metadata, ...metadata };
  const bill = startPeriod(books, subscription, 'change', now);
  return { bill, changes: collect(books, bill) };
}

/** Ends the plan with the paid period, or undoes that. */
export function setEnd(subscription: SubscriptionRecord, ends: boolean): Change[] {
  subscription.endsAtPeriodEnd = ends;
  if (ends) subscription.next = undefined;
  return [changed(subscription)];
}

export function endPlan(subscription: SubscriptionRecord): Change[] {
  subscription.state = 'ended';
  return [{ kind: 'subscription', event: 'ended', id: subscription.id }];
}

/** Returns the unpaid bill of a subscription. */
export function findOpenBill(
  { bills }: ProviderBooks,
  { id }: SubscriptionRecord,
): BillRecord | undefined {
  return [...bills.values()].findLast(
    ({ subscriptionId, state }) => subscriptionId === id && state === 'open',
  );
}

export function subscriptionOf(
  { subscriptions }: ProviderBooks,
  bill: BillRecord,
): SubscriptionRecord {
  const subscription = subscriptions.get(bill.subscriptionId);
  if (!subscription) throw new Error(`The bill ${bill.id} is for no subscription`);
  return subscription;
}

function changed({ id }: SubscriptionRecord): Change {
  return { kind: 'subscription', event: 'changed', id };
}
