import type { ShownGpt } from '#domain/gpts/shownGpt.ts';
import { rankingPath } from '#domain/ranking/rankingPaths.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import { formatOf } from '#i18n/format.ts';
import { unbroken } from '#i18n/joinDate.ts';
import type { Texts } from '#i18n/texts.ts';
import { fact } from '#parts/fact.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** The figures of a GPT. `null` means unknown. */
export type Figures = Pick<ShownGpt, 'chats' | 'imported'> & {
  /** Growth in the newest frozen week. */
  growth: {
    from: string;
    to: string;
    growth: number;
    rate: number;
    rank: number | null;
    isEstimated: boolean;
    /** People who used it on this site; `null` if they are too few to be shown. */
    users: number | null;
  } | null;
  /** Its ranks within its categories in the newest frozen month. */
  ranks: { month: string; places: readonly { category: string; rank: number }[] } | null;
  /** Ratings and reviews of users of this site. */
  reviewed: { rating: number | null; ratings: number; total: number };
  /** The link to its reviews. */
  reviewsHref: string | null;
};

/** Returns chats with their chart, growth, ranks, the ratings of this site, and separately the imported ones. */
export function gptNumbers(texts: Texts, figures: Figures, chart: Markup | null): Markup {
  const { t } = texts;
  const { decimal, number } = formatOf(texts.language);
  const { rating: importedRating, reviews: importedReviews } = figures.imported;
  const ofFive = (value: number) => t('gpt.ratingOf', { rating: decimal(value) });
  return markup`
    <dl class="facts">
      ${isCounted(figures) && chatsFact(texts, figures)}
      ${chart && fact(t('gpt.chartTitle'), chart)}
      ${figures.growth && growthFacts(texts, figures.growth)}
      ${placesFact(texts, figures)}
      ${reviewFacts(texts, figures)}
      ${importedRating !== null && fact(t('gpt.importedRating'), ofFive(importedRating))}
      ${importedReviews !== null && fact(t('gpt.importedReviews'), number(importedReviews))}
    </dl>`;
}

/** Whether a GPT has any figure to show. */
export function hasFigures(figures: Figures): boolean {
  const { growth, ranks, reviewed, imported } = figures;
  return (
    isCounted(figures) ||
    growth !== null ||
    (ranks?.places ?? []).length > 0 ||
    reviewed.rating !== null ||
    reviewed.total > 0 ||
    imported.rating !== null ||
    imported.reviews !== null
  );
}

/**
 * Whether the number of chats is known. It is unknown, not 0, if no source counted it and the GPT was not used here.
 */
function isCounted({ chats }: Pick<Figures, 'chats'>): boolean {
  return chats.imported !== null || chats.own > 0;
}

function chatsFact({ language, t }: Texts, { chats }: Figures): Markup {
  const { total, own, imported } = chats;
  const parts = [
    own > 0 && t('gpt.chatsOwn', { count: own, amount: own }),
    t('gpt.chatsImported', { count: imported ?? 0, amount: imported ?? 0 }),
  ];
  const note = imported === null ? null : parts.filter(Boolean).join(' · ');
  return fact(t('gpt.chats'), formatOf(language).number(total), note);
}

function growthFacts({ language, t }: Texts, growth: NonNullable<Figures['growth']>): Markup {
  const { number, change, span } = formatOf(language);
  const weekSpan = unbroken(span(growth.from, growth.to));
  const value = growth.isEstimated
    ? markup`<span aria-hidden="true">≈</span> ${number(growth.growth)}`
    : number(growth.growth);
  const counted = t('gpt.growthWeek', { span: weekSpan });
  const note = growth.isEstimated ? `${counted} · ${t('ranking.row.estimated')}` : counted;
  return markup`
    ${fact(t('gpt.growth'), value, note)}
    ${fact(t('gpt.growthRate'), change(growth.rate), t('gpt.growthRateWeek'))}
    ${growth.users !== null && fact(t('gpt.people'), number(growth.users), t('gpt.week', { span: weekSpan }))}`;
}

function placesFact(texts: Texts, figures: Figures): Markup | null {
  const items = placesOf(texts, figures).map(
    ({ href, text }) => markup`<li><a class="fact-link" href="${href}">${text}</a></li>`,
  );
  if (items.length === 0) return null;
  return fact(texts.t('gpt.rank'), markup`<ul class="fact-lines">${items}</ul>`);
}

function placesOf({ language, t }: Texts, { growth, ranks }: Figures) {
  const { month, span } = formatOf(language);
  const overall = growth?.rank
    ? [
        {
          href: rankingPath(language, 'weekly', growth.from),
          text: t('gpt.rankAll', {
            rank: growth.rank,
            span: unbroken(span(growth.from, growth.to)),
          }),
        },
      ]
    : [];
  const within = (ranks?.places ?? []).map(({ category, rank }) => ({
    href: rankingPath(language, 'categories', category),
    text: t('gpt.rankIn', {
      rank,
      category: categoryIn(category, t),
      month: month(ranks?.month ?? ''),
    }),
  }));
  return [...overall, ...within];
}

function reviewFacts({ language, t }: Texts, { reviewed, reviewsHref }: Figures): Markup {
  const { number, decimal } = formatOf(language);
  const { rating, ratings, total } = reviewed;
  const given = t('gpt.ratings', { count: ratings, amount: number(ratings) });
  const reviews =
    reviewsHref === null
      ? number(total)
      : markup`<a class="fact-link" href="${reviewsHref}">${number(total)}</a>`;
  return markup`
    ${rating !== null && fact(t('gpt.rating'), t('gpt.ratingOf', { rating: decimal(rating) }), given)}
    ${total > 0 && fact(t('gpt.reviews'), reviews)}`;
}
