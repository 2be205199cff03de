import type { Language } from '#domain/languages.ts';
import type { Period, RankingRange, StillSpan, TimedRange } from '#domain/ranking.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { periodName } from '#i18n/periods.ts';

/** A ranking that the server answered: of a period, or within a category of the newest month. */
export type RankingResponse = {
  range: Exclude<RankingRange, 'all'>;
  /** As the address names it: the period or the category. */
  time: string;
  period: Period & {
    own: number;
    imported: number;
    data_until: string | null;
    still: readonly StillSpan[];
    frozen: string;
    refrozen: string | null;
    note: string | null;
  };
  previous: Period | null;
  next: Period | null;
};

/** Returns title, heading and lead, as `layouts/RankingLayout.astro` has them. */
export function rankingHead(
  { range, time, period }: RankingResponse,
  language: Language,
  t: TranslateInBrowser,
): { title: string; heading: string; lead: string } {
  const isCategory = range === 'categories';
  const name = isCategory ? 'category' : range;
  const values = {
    period: periodName(language, periodRange(range), period),
    category: isCategory ? categoryIn(time, t) : '',
  };
  return {
    title: t(`ranking.title.${name}`, values),
    heading: t(`ranking.heading.${name}`, values),
    lead: t(`ranking.description.${isCategory ? 'category' : 'timed'}`, values),
  };
}

/** Returns the range that a ranking’s numbers are of. */
export function periodRange(range: RankingResponse['range']): TimedRange {
  return range === 'categories' ? 'monthly' : range;
}
