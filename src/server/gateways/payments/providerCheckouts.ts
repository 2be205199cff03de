import type { PaidMoney } from '#domain/pricing/money.ts';
import {
  type Change,
  type CheckoutRecord,
  type PaymentRecord,
  type ProviderBooks,
  nowOf,
} from '#server/gateways/payments/providerBooks.ts';
import { charge, newPayment, receive } from '#server/gateways/payments/providerPayments.ts';
import { settleBill, startPlan, subscriptionOf } from '#server/gateways/payments/providerPlans.ts';

/** Expires a checkout whose time is over. */
export function expireInTime(books: ProviderBooks, checkout: CheckoutRecord): Change[] {
  return checkout.expires <= nowOf(books) ? expire(checkout) : [];
}

export function expire(checkout: CheckoutRecord): Change[] {
  return checkout.state === 'open' ? [moved(checkout, 'expired')] : [];
}

/** Pays by a transfer whose money comes later. */
export function promise(books: ProviderBooks, checkout: CheckoutRecord): Change[] {
  if (!canBePaid(books, checkout)) return [];
  const payment = paymentFor(books, checkout);
  payment.state = 'processing';
  if (checkout.following) startPlan(books, checkout, payment);
  return [moved(checkout, 'processing')];
}

/** Pays a checkout, with `paid` instead of its price if given, and starts its plan. */
export function pay(
  books: ProviderBooks,
  checkout: CheckoutRecord,
  paid: PaidMoney = checkout.price,
): Change[] {
  if (!canBePaid(books, checkout)) return [];
  const payment = paymentFor(books, checkout);
  if (checkout.following && !checkout.billId) startPlan(books, checkout, payment);
  const changes = receive(books, payment, paid);
  const bill = books.bills.get(checkout.billId ?? '');
  changes.push(moved(checkout, 'paid'));
  if (!bill) return changes;
  bill.price = { ...paid };
  return [...changes, ...settleBill(subscriptionOf(books, bill), bill)];
}

/** Ends a checkout without money. */
export function fail(books: ProviderBooks, checkout: CheckoutRecord): Change[] {
  if (!canBePaid(books, checkout)) return [];
  const changes = charge(books, paymentFor(books, checkout), 'is declined');
  const unpaid = checkout.billId;
  changes.push(moved(checkout, 'failed'));
  if (unpaid !== undefined) changes.push({ kind: 'invoice', event: 'failed', id: unpaid });
  return changes;
}

export function canBePaid(books: ProviderBooks, checkout: CheckoutRecord): boolean {
  expireInTime(books, checkout);
  return checkout.state === 'open' || checkout.state === 'processing';
}

/** Returns the payment of a checkout, which exists from the first try. */
export function paymentFor(books: ProviderBooks, checkout: CheckoutRecord): PaymentRecord {
  const known = books.payments.get(checkout.paymentId ?? '');
  const { method, price, paymentMetadata } = checkout;
  const payment = known ?? newPayment(books, method, price, paymentMetadata);
  checkout.paymentId = payment.id;
  return payment;
}

function moved(checkout: CheckoutRecord, state: CheckoutRecord['state']): Change {
  checkout.state = state;
  return { kind: 'checkout', event: state, id: checkout.id };
}
