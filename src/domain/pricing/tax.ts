import { type Day, validOn } from '#domain/dates.ts';

/** A rate of the tax that prices include, in percent, and its first day. */
export type TaxRate = { from: Day; percent: number };

/** Returns the rate on a day; `undefined` before the first one. */
export function taxRateOn(rates: readonly TaxRate[], day: Day): number | undefined {
  return validOn(rates, day)?.percent;
}

/** Returns the tax that an amount of minor units includes, rounded half up. */
export function includedTax(amount: number, percent: number): number {
  // In hundredths of a percent, because 8.1 has no exact binary form.
  const rate = Math.round(percent * 100);
  return Math.floor((2 * amount * rate + 10_000 + rate) / (2 * (10_000 + rate)));
}
