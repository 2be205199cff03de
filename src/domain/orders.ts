import type { Money } from '#domain/money.ts';

export const orderKinds = ['purchase', 'renewal', 'upgrade'] as const;

export type OrderKind = (typeof orderKinds)[number];

/**
 * `created → pending → paid → fulfilled`, or `failed`, `expired`, `refunded`. `quarantined`: what was paid differs from
 * what was ordered, and an operator must look. A late payment still leads from `failed` and `expired` to `paid`.
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

/** Why an order is failed or quarantined. */
export const orderFailures = [
  'declined',
  'amount_differs',
  'currency_differs',
  'other_order',
  'paid_twice',
  'account_deleted',
] as const;

export type OrderFailure = (typeof orderFailures)[number];

/** Returns how a payment differs from the price that was asked for; `undefined` where it does not. */
export function priceDifference(asked: Money, paid: Money): OrderFailure | undefined {
  if (paid.currency !== asked.currency) return 'currency_differs';
  return paid.amount === asked.amount ? undefined : 'amount_differs';
}

/** How long an order waits for its payment. */
export const orderMinutes = 120;

/** How long a page that waits for a payment pauses between two questions to our server. */
export const watchPauseMilliseconds = 750;

/**
 * How long our server does not ask a provider again, however many pages wait. Shorter than two pauses of a page, so that
 * every second question of it reaches the provider, and a payment without a message is noticed within two seconds.
 */
export const askPauseMilliseconds = 1_400;

/** The states from which a payment, however late, is still taken. */
export const payableStates = ['created', 'pending', 'failed', 'expired'] as const;

/** Whether a buyer can begin to pay, or try again. */
export function mayBePaid(state: OrderState): boolean {
  return state === 'created' || state === 'pending' || state === 'failed';
}
