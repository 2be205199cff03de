import { type Money, minorDigits } from '#domain/money.ts';
import type { Currency } from '#domain/money.ts';
import { PaymentProtocolError } from '#server/gateways/payments/payments.ts';

/**
 * Returns what Stripe calls the amount in the smallest unit, as our money. For all our currencies that is our minor unit:
 * cents and fen, and whole yen, won and dong, which Stripe counts as "zero-decimal" as well. Nothing is ever multiplied.
 */
export function toMoney(amount: number, currency: string | null): Money {
  const code = (currency ?? '').toUpperCase();
  if (!isCurrency(code) || !Number.isSafeInteger(amount)) {
    throw new PaymentProtocolError('Stripe names money in a currency that is not sold in here');
  }
  return { amount, currency: code };
}

/** Returns the fields that name our money to Stripe. */
export function fromMoney({ amount, currency }: Money): { unit_amount: number; currency: string } {
  return { unit_amount: amount, currency: currency.toLowerCase() };
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1_000);
}

/** Returns the id of an object that Stripe may have expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

function isCurrency(code: string): code is Currency {
  return Object.hasOwn(minorDigits, code);
}
