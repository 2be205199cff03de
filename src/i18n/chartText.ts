import type { Language } from '#domain/languages/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/**
 * Returns the sentence of a chart: the number of chats in the `days` that end with `lastDay`. A single day has its own
 * sentence, because a message has only one plural form.
 */
export function chartText(
  language: Language,
  total: number,
  days: number,
  lastDay: string,
): string {
  const { number, day } = formatOf(language);
  const values = { count: total, days, amount: number(total), day: day(lastDay) };
  return translator(language, 'gpt')(days === 1 ? 'chartDay' : 'chartText', values);
}
