import type { Day } from '#domain/dates.ts';
import type { Language } from '#domain/languages/languages.ts';
import { creditPrice, firstCurrency } from '#domain/pricing/creditPrice.ts';
import { type Currency, toUnits } from '#domain/pricing/money.ts';
import type { Offers } from '#domain/pricing/offers.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/**
 * Returns what a credit costs on a day, in words: `about 1 cent`, `约 0.07 元`. Without a currency, in that which the pricing
 * page of the language shows first. Returns `undefined` if no pack of credits has a price.
 */
export function creditPriceText(
  language: Language,
  day: Day,
  currency: Currency = firstCurrency(language),
  catalogue?: Offers,
): string | undefined {
  const amount = creditPrice(currency, day, catalogue);
  return amount === undefined ? undefined : smallMoneyText(language, amount, currency);
}

/** Returns a small amount of minor units in words: `about 0.5 cents`. */
export function smallMoneyText(language: Language, amount: number, currency: Currency): string {
  const t = translator(language, 'pricing');
  if (currency === 'USD') return t('credit.cents', { count: amount });
  const units = toUnits({ amount, currency });
  if (currency === 'CNY') return t('credit.yuan', { count: units });
  return t('credit.other', { amount: `${formatOf(language).number(units)} ${currency}` });
}
