import { giftCodeLength, lookAlikesIn, plainGiftCode } from '#domain/product/giftCodes.ts';
import type { Language } from '#domain/languages/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { withPlainSpaces } from '#i18n/joinDate.ts';
import { translator } from '#i18n/translate.ts';

/** Why a code gave nothing. */
export type Refusal =
  | { kind: 'unknown'; typed: string }
  | { kind: 'yours'; redeemed: Date }
  | { kind: 'used' | 'revoked' }
  | { kind: 'expired'; expires: Date }
  | { kind: 'tooManyTries'; milliseconds: number };

/** Returns one line each for the reason, the next step, and the note that nothing was charged. */
export function refusalMessage(refusal: Refusal, language: Language): string {
  const nothing = translator(language, 'product')('nothingCharged');
  return [...sentencesOf(refusal, language), nothing].join('\n');
}

function sentencesOf(refusal: Refusal, language: Language): string[] {
  const t = translator(language, 'product');
  const day = (date: Date) =>
    withPlainSpaces(formatOf(language).day(date.toISOString().slice(0, 10)));
  switch (refusal.kind) {
    case 'unknown':
      return [unknownSentence(refusal.typed, language)];
    case 'yours':
      return [t('yourUsedCode', { day: day(refusal.redeemed) })];
    case 'used':
      return [t('usedCode'), t('askGiver')];
    case 'revoked':
      return [t('revokedCode'), t('askGiver')];
    case 'expired':
      return [t('expiredCode', { day: day(refusal.expires) }), t('askGiver')];
    case 'tooManyTries':
      return [t('tooManyTries', { count: Math.ceil(refusal.milliseconds / 60_000) })];
  }
}

/** Returns the sentence about the most likely mistake: letters that no code has, or a wrong length. */
function unknownSentence(typed: string, language: Language): string {
  const t = translator(language, 'product');
  const characters = lookAlikesIn(typed);
  if (characters.length > 0) {
    return t('lookAlikes', { characters: formatOf(language).list(characters) });
  }
  const count = plainGiftCode(typed).length;
  if (count !== giftCodeLength) return t('wrongLength', { count, length: giftCodeLength });
  return t('unknownCode');
}
