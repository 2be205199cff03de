import { type Currency, type Money, minorDigits } from '#domain/money.ts';
import { PaymentProtocolError } from '#server/gateways/payments/payments.ts';

/**
 * Maps an amount of Stripe, in its smallest unit, to our money. For all our currencies that is our minor unit: cents
 * and fen, and whole yen, won and dong, which are "zero-decimal" at Stripe as well. Nothing is multiplied.
 */
export function toMoney(amount: number, currency: string | null): Money {
  const code = (currency ?? '').toUpperCase();
  if (!isCurrency(code) || !Number.isSafeInteger(amount)) {
    throw new PaymentProtocolError('Stripe names money in a currency that is not sold in here');
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

function isCurrency(code: string): code is Currency {
  return Object.hasOwn(minorDigits, code);
}
