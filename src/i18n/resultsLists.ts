import { type Card, haveDifferentAuthors } from '#domain/card.ts';
import { type Part, type Parts, escapeHtml, fill } from '#domain/fill.ts';
import { type Found, divide, kindOfOthers } from '#domain/found.ts';
import type { Language } from '#domain/languages.ts';
import { type Marker, markerOf } from '#domain/markedText.ts';
import type { Wanted } from '#domain/search.ts';
import { categoryPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { cardParts, categoryIn } from '#i18n/cardParts.ts';

/** A language, its texts (`i18n/resultsMessages.ts`), and the open card of the page that is filled. */
export type ResultsPage = { language: Language; t: TranslateInBrowser; card: string };

/** Rows of one, two or three cards are full with as many. */
const shownPopular = 6;

/**
 * The lists of the page of results: full matches, below them what is related or, where nothing was found, what is
 * popular; and the categories that fit.
 */
export function listParts(page: ResultsPage, wanted: Wanted, found: Found | undefined): Parts {
  const { t } = page;
  const { full, related } = divide(found?.cards ?? [], found?.full ?? 0, wanted.page);
  const others = found?.total === 0 ? found.popular.slice(0, shownPopular) : related;
  const isOnlyRelated = found !== undefined && found.full === 0 && found.cards.length > 0;
  const marker = markerOf(found?.marked ?? []);
  return {
    lists: { attributes: { 'aria-busy': null } },
    categories: categoriesPart(page, found?.categories ?? []),
    cards: shown(full.length > 0, { html: cardsHtml(page, full, marker) }),
    onlyRelated: shown(isOnlyRelated, {
      text: isOnlyRelated ? t('results.lists.onlyRelated', { query: wanted.query }) : '',
    }),
    othersTitle: shown(others.length > 0, {
      text: t(`results.lists.${kindOfOthers(found?.total ?? 1, found?.popular ?? [])}`),
    }),
    others: shown(others.length > 0, { html: cardsHtml(page, others, marker) }),
  };
}

/** The cards of a further page as markup, for the end of each list. */
export function addedHtml(
  page: ResultsPage,
  wanted: Wanted,
  found: Found,
): { cards: string; others: string } {
  const { full, related } = divide(found.cards, found.full, wanted.page);
  const marker = markerOf(found.marked);
  return { cards: cardsHtml(page, full, marker), others: cardsHtml(page, related, marker) };
}

function cardsHtml(
  { language, t, card }: ResultsPage,
  cards: readonly Card[],
  marker: Marker,
): string {
  const list = { marker, showsAuthor: haveDifferentAuthors(cards) };
  return cards.map((one) => fill(card, cardParts(one, language, t, list))).join('');
}

function categoriesPart({ language, t }: ResultsPage, slugs: readonly string[]): Part {
  const links = slugs.map((slug) => {
    const href = escapeHtml(categoryPath(language, slug));
    return `<li><a class="chip" href="${href}">${escapeHtml(categoryIn(slug, t))}</a></li>`;
  });
  const title = escapeHtml(t('results.categories'));
  const list = `<ul class="flex flex-wrap gap-2">${links.join('')}</ul>`;
  return shown(slugs.length > 0, { html: `<p class="text-14 text-faint">${title}</p>${list}` });
}

function shown(isShown: boolean, part: Part): Part {
  return { ...part, attributes: { hidden: isShown ? null : '' } };
}
