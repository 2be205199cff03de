import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import { type Offers, offers } from '#domain/pricing/offers.ts';
import { packs } from '#domain/plans/plans.ts';
import { quote } from '#domain/pricing/quote.ts';

/** A rounding to one digit that changes a price by more than this share would mislead. */
const largestError = 0.05;

/**
 * Returns what one credit costs on a day in the pack with the lowest price, in minor units (cents, fen), rounded for
 * words: `1` for 500 credits at 4.99 dollars. Returns `undefined` if no pack has a price in that currency.
 */
export function creditPrice(
  currency: Currency,
  day: Day,
  catalogue: Offers = offers,
): number | undefined {
  const [cheapest] = packs
    .flatMap(({ id, credits }) => {
      const total = quote({ product: id, currency, day }, catalogue)?.total;
      return total === undefined ? [] : [{ total, credits }];
    })
    .toSorted((one, other) => one.total - other.total);
  return cheapest && roundForWords(cheapest.total / cheapest.credits);
}

/** Returns a number with one digit, or with two if one digit would be far from it: 0.998 → 1, 1.5 → 1.5. */
export function roundForWords(value: number): number {
  const short = Number(value.toPrecision(1));
  return Math.abs(short - value) <= largestError * value ? short : Number(value.toPrecision(2));
}

/** Returns the currency that the pricing page of a language shows first. */
export function firstCurrency(language: Language): Currency {
  return language === 'zh' ? 'CNY' : 'USD';
}
