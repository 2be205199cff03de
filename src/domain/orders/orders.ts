import type { Money, PaidMoney } from '#domain/pricing/money.ts';

/** The kinds of orders. Rows store them: none is ever removed. */
export const orderKinds = ['purchase', 'renewal', 'upgrade'] as const;

export type OrderKind = (typeof orderKinds)[number];

/**
 * The states of an order: `created → pending → paid → fulfilled`, or `failed`, `expired`, `refunded`. `quarantined`: the
 * payment differs from the order, and an operator must decide. A late payment still leads from `failed` and `expired` to
 * `paid`. Rows store them: none is ever removed.
 */
export const orderStates = [
  'created',
  'pending',
  'paid',
  'fulfilled',
  'failed',
  'expired',
  'refunded',
  'quarantined',
] as const;

export type OrderState = (typeof orderStates)[number];

/** Reasons why an order is failed or quarantined. Rows store them: none is ever removed. */
export const orderFailures = [
  'declined',
  'amount_differs',
  'currency_differs',
  'other_order',
  'paid_twice',
  'account_deleted',
] as const;

export type OrderFailure = (typeof orderFailures)[number];

/** Returns how a payment differs from the price of the order; `undefined` if they are equal. */
export function priceDifference(asked: Money, paid: PaidMoney): OrderFailure | undefined {
  if (paid.currency !== asked.currency) return 'currency_differs';
  return paid.amount === asked.amount ? undefined : 'amount_differs';
}

/** Minutes after which an unpaid order expires. */
export const orderMinutes = 120;

/** Milliseconds between two requests of a page that waits for a payment. */
export const watchPauseMilliseconds = 750;

/**
 * Milliseconds between two requests of our server to a provider about one order, however many pages wait. Shorter than two
 * pauses of a page, so that every second request of a page reaches the provider. A payment without a webhook is therefore
 * noticed within two seconds.
 */
export const askPauseMilliseconds = 1_400;

/** The states in which a payment is still accepted, however late. */
export const payableStates = ['created', 'pending', 'failed', 'expired'] as const;

/** Whether a buyer can start to pay, or try again. */
export function mayBePaid(state: OrderState): boolean {
  return state === 'created' || state === 'pending' || state === 'failed';
}
