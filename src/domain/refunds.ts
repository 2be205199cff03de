import type { OrderKind, OrderState } from '#domain/orders.ts';

/** Days after the payment within which buyers get the price of unspent credits back; the refund policy names them. */
export const refundDays = 14;

/** `requested`: stored here, and the provider may know it already. `failed` is final: a new try has an id of its own. */
export const refundStates = ['requested', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof refundStates)[number];

/** Who asked for a refund. `server`: a payment that nobody should have been asked for. */
export const refundAskers = ['buyer', 'operator', 'provider', 'server'] as const;

export type RefundedBy = (typeof refundAskers)[number];

/** Why a buyer cannot have a refund by the rule. */
export const refundRefusals = [
  'not_paid',
  'renewal',
  'too_late',
  'disputed',
  'returned',
  'spent',
] as const;

export type RefundRefusal = (typeof refundRefusals)[number];

/** The outcome of a withdrawal: money, or why none. */
export type WithdrawalOutcome = 'refunded' | RefundRefusal;

/** The fields of an order that the rule of refunds needs. */
export type RefundableOrder = {
  kind: OrderKind;
  state: OrderState;
  paid: Date | null;
  /** The paid amount, and its part that was refunded before; minor units. */
  price: number;
  returned: number;
  /** All credits that the order gives, those of a plan's later weeks and months too, and those that are not spent. */
  credits: number;
  unspent: number;
  isDisputed: boolean;
};

export type RefundOffer =
  | { kind: 'refund'; amount: number; credits: number; until: Date }
  | { kind: 'refusal'; refusal: RefundRefusal };

/**
 * Returns what a buyer gets back, by the rule that the refund policy promises: within 14 days of the first payment, the
 * part of the price that belongs to credits not yet spent. Rounded half up, and never more than is left of the price.
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
 * As `refundOffer`, for the right of withdrawal: who never asked for the credits at once owes nothing for those used
 * (Directive 2011/83/EU, article 14).
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
 * Returns how many credits of a lot stay when `returned` of the price went back. The credits to take are rounded half
 * up; because they follow from the sum of all refunds, several small ones take the same as a large one.
 */
export function keptCredits(credits: number, price: number, returned: number): number {
  return credits - shareOf(credits, Math.min(returned, price), price);
}

/** Returns `part` of `all` of a whole number, rounded half up; all of it where there is nothing to divide by. */
function shareOf(whole: number, part: number, all: number): number {
  if (all <= 0 || part >= all) return whole;
  return Math.floor((whole * part * 2 + all) / (all * 2));
}
