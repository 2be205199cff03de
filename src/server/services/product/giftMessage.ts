import type { Language } from '#domain/languages/languages.ts';
import { isPro } from '#domain/plans/planTerms.ts';
import { formatOf } from '#i18n/format.ts';
import { withPlainSpaces } from '#i18n/joinDate.ts';
import { translator } from '#i18n/translate.ts';
import type { Gift } from '#server/services/product/giveGift.ts';

/** Returns one line each for the grant of a redeemed code, its end, and the new balance. */
export function giftMessage(gift: Gift, balance: number, language: Language): string {
  const t = translator(language, 'product');
  const amount = formatOf(language).number(balance);
  const total = t('balance', { count: balance, amount });
  return [giftSentence(gift, language), endSentence(gift, language), total].join('\n');
}

function endSentence({ plan }: Gift, language: Language): string {
  const t = translator(language, 'product');
  if (plan === undefined) return t('neverEnds');
  return t(isPro(plan) ? 'endsMonthly' : 'endsWeekly');
}

function giftSentence(gift: Gift, language: Language): string {
  const t = translator(language, 'product');
  const format = formatOf(language);
  const amount = format.number(gift.credits);
  if (gift.plan === undefined) return t('redeemed', { count: gift.credits, amount });
  const day = (date: Date) => withPlainSpaces(format.day(date.toISOString().slice(0, 10)));
  const values = { amount, day: day(gift.ends) };
  const { waitsUntil, restEnds } = gift;
  if (!isPro(gift.plan)) {
    return waitsUntil
      ? t('redeemedBasicLater', { ...values, start: day(waitsUntil) })
      : t('redeemedBasic', values);
  }
  const pro = t('redeemedPro', values);
  return restEnds ? t('thenBasic', { sentence: pro, day: day(restEnds) }) : pro;
}
