import type { Money, PaidMoney } from '#domain/pricing/money.ts';
import { PaymentProtocolError } from '#server/gateways/payments/payments.ts';

/**
 * Maps an amount of Stripe, in its smallest unit, to our money. For all our currencies that is our minor unit: cents
 * and fen, and whole yen, won and dong, which are "zero-decimal" at Stripe as well. Nothing is multiplied. The currency
 * may be one in which nothing is sold here: what was paid in it is quarantined.
 */
export function toMoney(amount: number, currency: string | null): PaidMoney {
  const code = (currency ?? '').toUpperCase();
  if (!/^[A-Z]{3}$/.test(code) || !Number.isSafeInteger(amount)) {
    throw new PaymentProtocolError('Stripe names money without a currency');
  }
  return { amount, currency: code };
}

/** Maps our money to the fields of Stripe. */
export function fromMoney({ amount, currency }: Money): { unit_amount: number; currency: string } {
  return { unit_amount: amount, currency: currency.toLowerCase() };
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1_000);
}

/** Returns the id of an object, which may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
