import type { Language } from '#domain/languages/languages.ts';
import type { Period, RankingRange, StillSpan, TimedRange } from '#domain/ranking/ranking.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { periodName } from '#i18n/periods.ts';

/** A ranking in a response of the server: of a period, or of a category in the newest month. */
export type RankingResponse = {
  range: Exclude<RankingRange, 'all'>;
  /** The period or the category, as in the URL. */
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

/** Returns title, heading and lead, the same as in `layouts/RankingLayout.astro`. */
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
    lead: t(`ranking.description.${isCategory ? 'category' : `timed.${range}`}`, values),
  };
}

/** Returns the range of a ranking’s numbers. Categories are ranked by month. */
export function periodRange(range: RankingResponse['range']): TimedRange {
  return range === 'categories' ? 'monthly' : range;
}
