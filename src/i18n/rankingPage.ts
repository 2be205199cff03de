import type { Part, Parts } from '#domain/fill.ts';
import type { Language } from '#domain/languages.ts';
import type { Period, RankingRange, StillSpan, TimedRange } from '#domain/ranking.ts';
import { rankingPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { freshnessTexts } from '#i18n/rankingFreshness.ts';
import { periodName } from '#i18n/periods.ts';

/** A ranking that the server answered: of a period, or within a category of the newest month. */
export type AnsweredRanking = {
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
  hasEstimates: boolean;
};

/** Title, heading and lead, as `layouts/RankingLayout.astro` has them. */
export function rankingHead(
  { range, time, period }: AnsweredRanking,
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

/** What goes into the open page of `components/MissingRanking.astro`, its rows excepted. */
export function rankingPageParts(
  ranking: AnsweredRanking,
  language: Language,
  t: TranslateInBrowser,
): Parts {
  const { range, period } = ranking;
  const { heading, lead } = rankingHead(ranking, language, t);
  const day = (value: string) => formatOf(language).day(value);
  const { own, imported, note } = period;
  const sums = { total: own + imported, own, imported };
  const fresh = freshnessTexts({ dataUntil: period.data_until, still: period.still }, language, t);
  return {
    heading: { text: heading },
    lead: { text: lead },
    caption: { text: lead },
    [`range-${range}`]: { attributes: { 'aria-current': 'page' } },
    otherDay: range === 'daily' ? undefined : null,
    recount: period.refrozen === null ? null : undefined,
    refrozen: { text: t('ranking.note.refrozen', { day: day(period.refrozen ?? period.frozen) }) },
    reason: note === null ? null : undefined,
    note: { text: note ?? '' },
    ...rankingNeighbours(ranking, language),
    estimates: ranking.hasEstimates ? undefined : null,
    sums: range === 'categories' ? null : { text: t('ranking.note.sums', sums) },
    freshness: fresh.length === 0 ? null : { text: fresh.join(' ') },
    frozen: { text: t('ranking.note.frozen', { day: day(period.frozen) }) },
  };
}

/** The links to the periods before and after; where there is none, the link goes. */
export function rankingNeighbours(
  { range, previous, next }: Pick<AnsweredRanking, 'range' | 'previous' | 'next'>,
  language: Language,
): Parts {
  return {
    ...neighbour('previous', previous, range, language),
    ...neighbour('next', next, range, language),
  };
}

/** The range that a ranking’s numbers are of. */
export function periodRange(range: AnsweredRanking['range']): TimedRange {
  return range === 'categories' ? 'monthly' : range;
}

function neighbour(
  name: 'previous' | 'next',
  period: Period | null,
  range: AnsweredRanking['range'],
  language: Language,
): Record<string, Part | null> {
  if (period === null) return { [name]: null };
  return {
    [name]: { attributes: { href: rankingPath(language, range, period.value) } },
    [`${name}Name`]: { text: periodName(language, periodRange(range), period) },
  };
}
