import type { Language } from '#domain/languages.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';

/** How many chats a number of days had, the last of which is `lastDay`. One sentence has one plural, so a single day has its own. */
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
