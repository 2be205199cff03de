import type { BuildContext } from '#catalog/buildContext.ts';
import { memoise } from '#catalog/memoise.ts';
import { publishingDay } from '#catalog/today.ts';
import { type Language, languages } from '#domain/languages/languages.ts';
import { gptPrice } from '#domain/models/models.ts';
import { creditPrice, firstCurrency, roundForWords } from '#domain/pricing/creditPrice.ts';
import { smallMoneyText } from '#i18n/creditPriceText.ts';

/**
 * Returns the price of a question to a GPT in money, in words of each language: `about 1 cent`. It is `null` where no
 * credits can be bought.
 */
export const questionMoney = memoise(
  (context: BuildContext): Readonly<Record<Language, string | null>> => {
    const texts = languages.map((language) => [language, creditMoney(context, language, gptPrice)]);
    return Object.fromEntries(texts) as Record<Language, string | null>;
  },
);

/** Returns the price of credits in money, in words of a language; `null` where no credits can be bought. */
export function creditMoney(
  { snapshot, shop }: BuildContext,
  language: Language,
  credits: number,
): string | null {
  if (shop.paymentMethods.length === 0) return null;
  const currency = firstCurrency(language);
  const credit = creditPrice(currency, publishingDay(snapshot));
  return credit === undefined
    ? null
    : smallMoneyText(language, roundForWords(credit * credits), currency);
}
