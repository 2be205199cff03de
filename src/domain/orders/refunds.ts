import type { OrderKind, OrderState } from '#domain/orders/orders.ts';

/** Days after the payment in which buyers can get the price of unspent credits back. The refund policy states them. */
export const refundDays = 14;

/**
 * `requested`: stored here, possibly already sent to the provider. `failed` is final: a new try has its own id. Rows store
 * them: none is ever removed.
 */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof refundStates)[number];

/**
 * Who requested a refund. `server`: the payment should not have been charged at all. Rows store them: none is ever removed.
 */
export const refundRequesters = ['buyer', 'operator', 'provider', 'server'] as const;

export type RefundedBy = (typeof refundRequesters)[number];

/** Reasons why the rule gives a buyer no refund. */
export const refundRefusals = [
  'not_paid',
  'renewal',
  'too_late',
  'disputed',
  'returned',
  'spent',
] as const;

export type RefundRefusal = (typeof refundRefusals)[number];

/** The outcome of a withdrawal: a refund, or the reason for none. */
export type WithdrawalOutcome = 'refunded' | RefundRefusal;

/** The fields of an order that the rule of refunds needs. */
export type RefundableOrder = {
  kind: OrderKind;
  state: OrderState;
  paid: Date | null;
  /** The paid amount, and its refunded part, in minor units. */
  price: number;
  returned: number;
  /** All credits of the order, including a plan's later weeks and months, and the unspent part of them. */
  credits: number;
  unspent: number;
  isDisputed: boolean;
};

export type RefundOffer =
  | { kind: 'refund'; amount: number; credits: number; until: Date }
  | { kind: 'refusal'; refusal: RefundRefusal };

/**
 * Returns the refund of an order by the rule of the refund policy: within 14 days of the first payment, the part of the
 * price that belongs to unspent credits. It is rounded half up, and at most the part that is not refunded yet.
 */
export function refundOffer(order: RefundableOrder, now: Date): RefundOffer {
  const refusal = refusalOf(order, now);
  if (refusal !== undefined) return { kind: 'refusal', refusal };
  const { price, returned, credits, unspent } = order;
  const amount = Math.min(shareOf(price, unspent, credits), price - returned);
  if (amount <= 0) return { kind: 'refusal', refusal: 'spent' };
  return { kind: 'refund', amount, credits: unspent, until: refundEnd(order.paid ?? now) };
}

/**
 * Like `refundOffer`, for the right of withdrawal. Buyers who did not ask for immediate credits (`hasWaived` is false) get
 * the whole price back, even for used credits (Directive 2011/83/EU, article 14).
 */
export function withdrawalOffer(
  order: RefundableOrder,
  hasWaived: boolean,
  now: Date,
): RefundOffer {
  const offer = refundOffer(order, now);
  const isSpent = offer.kind === 'refusal' && offer.refusal === 'spent';
  if (hasWaived || (offer.kind === 'refusal' && !isSpent)) return offer;
  const amount = order.price - order.returned;
  return { kind: 'refund', amount, credits: order.unspent, until: refundEnd(order.paid ?? now) };
}

function refusalOf(order: RefundableOrder, now: Date): RefundRefusal | undefined {
  const { kind, state, paid, price, returned, isDisputed } = order;
  if (state === 'refunded' || (paid !== null && returned >= price)) return 'returned';
  if (paid === null || state !== 'fulfilled') return 'not_paid';
  if (kind === 'renewal') return 'renewal';
  if (now > refundEnd(paid)) return 'too_late';
  return isDisputed ? 'disputed' : undefined;
}

function refundEnd(paid: Date): Date {
  return new Date(paid.getTime() + refundDays * 86_400_000);
}

/**
 * Returns how many credits of a lot stay after a refund of `returned`, the sum of all refunds. The credits to take are
 * rounded half up. Because of the sum, several small refunds take the same credits as a large one.
 */
export function keptCredits(credits: number, price: number, returned: number): number {
  return credits - shareOf(credits, Math.min(returned, price), price);
}

/** Returns `whole × part / all`, rounded half up; `whole` if `all` is not positive. */
function shareOf(whole: number, part: number, all: number): number {
  if (all <= 0 || part >= all) return whole;
  return Math.floor((whole * part * 2 + all) / (all * 2));
}
