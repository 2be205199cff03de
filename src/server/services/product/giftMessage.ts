import type { Language } from '#domain/languages.ts';
import { isPro } from '#domain/planTerms.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import type { Gift } from '#server/services/product/giveGift.ts';

/** What a redeemed code gave, in the words of its user. */
export function giftMessage(gift: Gift, language: Language): string {
  const translate = translator(language, 'product');
  if (gift.plan === undefined) return translate('redeemed', { count: gift.credits });
  const format = formatOf(language);
  const day = (date: Date) => format.day(date.toISOString().slice(0, 10));
  const amount = format.number(gift.credits);
  const values = { amount, day: day(gift.ends) };
  const { waitsUntil, restEnds } = gift;
  if (!isPro(gift.plan)) {
    return waitsUntil
      ? translate('redeemedBasicLater', { ...values, start: day(waitsUntil) })
      : translate('redeemedBasic', values);
  }
  const pro = translate('redeemedPro', values);
  return restEnds ? translate('thenBasic', { sentence: pro, day: day(restEnds) }) : pro;
}
