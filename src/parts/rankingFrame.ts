import type { Period, RankingRange, TimedRange } from '#domain/ranking/ranking.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { formatOf } from '#i18n/format.ts';
import { periodName } from '#i18n/periods.ts';
import type { Texts } from '#i18n/texts.ts';
import { type Markup, attributes, markup } from '#parts/markup.ts';

/**
 * Returns the links to the ranges of the ranking: one line that scrolls sideways on phones, where the current one is second
 * to be in view.
 */
export function rangeLinks(
  { language, t }: Texts,
  ranges: readonly RankingRange[],
  current: RankingRange,
): Markup {
  const items = ranges.map((range) => {
    const href = rankingPath(language, range);
    const isCurrent = attributes({ 'aria-current': range === current && 'page' });
    const place = attributes({
      class: range === ranges[0] ? 'max-md:-order-2' : range === current && 'max-md:-order-1',
    });
    return markup`<li${place}><a href="${href}" class="chip"${isCurrent}>${t(`ranking.range.${range}`)}</a></li>`;
  });
  return markup`
    <nav class="min-w-0" aria-label="${t('ranking.ranges')}">
      <ul class="flex gap-2 max-md:relative max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap">${items}</ul>
    </nav>`;
}

/** Returns the form for a day that is too old to be in the menu. `elements/otherDay.ts` handles its submission. */
export function otherDay({ t }: Texts): Markup {
  return markup`
    <form method="post" class="other-day needs-script" data-needs="other-day">
      <label>${t('ranking.otherDay')} <input type="date" required></label>
      <button type="submit" class="button button-quiet">${t('ranking.show')}</button>
    </form>`;
}

/** Returns the note that the operator counted a period again: when, and why. */
export function recount({ language, t }: Texts, day: string, reason: string | null): Markup {
  const counted = t('ranking.note.refrozen', { day: formatOf(language).day(day) });
  return markup`
    <p class="recount">
      <strong>${counted}</strong>
      ${reason !== null && markup` <span>${t('ranking.note.reason')} <bdi>${reason}</bdi></span>`}
    </p>`;
}

/** A ranking, and the nearest periods that have a ranking. */
export type Neighbours = {
  range: TimedRange | 'categories';
  previous: Period | null;
  next: Period | null;
};

/** Returns the links to the periods before and after a table. */
export function neighbours(texts: Texts, around: Neighbours): Markup {
  const { t } = texts;
  const titles = { previous: t('ranking.previous'), next: t('ranking.next') };
  return markup`
    <nav class="neighbours" aria-label="${t('ranking.neighbours')}">
      ${neighbourLinks(texts, around, titles)}
    </nav>`;
}

/** Returns the links to the nearest periods, each below its title. */
export function neighbourLinks(
  { language }: Texts,
  { range, previous, next }: Neighbours,
  titles: { previous: string; next: string },
): Markup {
  const linkTo = (rel: string, title: string, period: Period) => {
    const href = rankingPath(language, range, period.value);
    const name = periodName(language, range === 'categories' ? 'monthly' : range, period);
    return markup`<a href="${href}" rel="${rel}" class="${rel}"><small>${title}</small> ${name}</a>`;
  };
  return markup`
    ${previous && linkTo('prev', titles.previous, previous)}
    ${next && linkTo('next', titles.next, next)}`;
}
