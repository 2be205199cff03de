import type { Found } from '#domain/gpts/found.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf, totalText } from '#i18n/format.ts';

/**
 * Returns the sentence with the numbers of full matches and of related results; empty without results. Needs the messages
 * `results.count.*`.
 */
export function countText(
  { total, full, isCapped }: Pick<Found, 'total' | 'full' | 'isCapped'>,
  language: Language,
  t: TranslateInBrowser,
): string {
  const related = total - full;
  if (total === 0) return '';
  if (related === 0) {
    return t('results.count.full', { count: full, amount: totalText(language, full, isCapped) });
  }
  const relatedText = t('results.count.related', {
    count: related,
    amount: totalText(language, related, isCapped),
  });
  if (full === 0) return relatedText;
  const { number, list } = formatOf(language);
  return list([t('results.count.full', { count: full, amount: number(full) }), relatedText]);
}
