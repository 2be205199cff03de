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

/** How long an order waits for its payment. */
export const orderMinutes = 120;

/** The states from which a payment, however late, is still taken. */
export const payableStates = ['created', 'pending', 'failed', 'expired'] as const;

/** Whether a buyer can begin to pay, or try again. */
export function mayBePaid(state: OrderState): boolean {
  return state === 'created' || state === 'pending' || state === 'failed';
}
