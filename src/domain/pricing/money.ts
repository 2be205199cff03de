/** The supported currencies, with the digits of their minor unit (ISO 4217). */
export const minorDigits = { USD: 2, CNY: 2, JPY: 0, KRW: 0, VND: 0 } as const;

export type Currency = keyof typeof minorDigits;

export const allCurrencies = Object.keys(minorDigits) as [Currency, ...Currency[]];

/** An amount in minor units (cents, fen), or in whole yen, won and dong, which have no minor unit. */
export type Money = { amount: number; currency: Currency };

/** An amount that a provider names, whose currency may be one in which nothing is sold here. */
export type PaidMoney = { amount: number; currency: string };

/** Converts minor units to units of the currency: 899 cents are 8.99 dollars, 899 yen are 899 yen. */
export function toUnits({ amount, currency }: Money): number {
  return amount / 10 ** minorDigits[currency];
}

/** Returns an amount for operators: `4.99 USD`. In a currency that is unknown here, in minor units. */
export function moneyText({ amount, currency }: PaidMoney): string {
  return isCurrency(currency)
    ? `${toUnits({ amount, currency })} ${currency}`
    : `${amount} ${currency} (minor units)`;
}

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(minorDigits, code);
}

/**
 * Returns `amount` minor units less `percent` (a whole number from 0 to 100), rounded half up. Throws a `RangeError` for
 * other numbers, because a price must never be guessed.
 */
export function takePercentOff(amount: number, percent: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`No amount: ${amount}`);
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) {
    throw new RangeError(`No percentage: ${percent}`);
  }
  return Math.floor((amount * (100 - percent) + 50) / 100);
}
