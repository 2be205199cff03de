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
  ({ snapshot, shop }: BuildContext): Readonly<Record<Language, string | null>> => {
    const day = publishingDay(snapshot);
    const isSelling = shop.paymentMethods.length > 0;
    const texts = languages.map((language) => {
      const currency = firstCurrency(language);
      const credit = isSelling ? creditPrice(currency, day) : undefined;
      if (credit === undefined) return [language, null] as const;
      return [
        language,
        smallMoneyText(language, roundForWords(credit * gptPrice), currency),
      ] as const;
    });
    return Object.fromEntries(texts) as Record<Language, string | null>;
  },
);
