import type { Language } from '#domain/languages/languages.ts';
import type { StillSpan } from '#domain/ranking/ranking.ts';
import { isolate } from '#domain/texts/text.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { formatOf } from '#i18n/format.ts';

/** Largest number of spans on a page: the newest. The data file has all of them. */
const spansAtMost = 5;

type Freshness = { dataUntil: string | null; still: readonly StillSpan[] };

/** Returns sentences about the age of the imported numbers of a ranking. */
export function freshnessTexts(
  { dataUntil, still }: Freshness,
  language: Language,
  t: TranslateInBrowser,
): string[] {
  const { day } = formatOf(language);
  const until = dataUntil === null ? [] : [t('ranking.note.until', { day: day(dataUntil) })];
  const spans = still.slice(-spansAtMost).map(({ source, from, to }) =>
    t(from === to ? 'ranking.note.stillDay' : 'ranking.note.still', {
      source: isolate(source),
      from: day(from),
      to: day(to),
    }),
  );
  return [...until, ...spans];
}
