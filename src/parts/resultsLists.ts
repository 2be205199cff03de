import { type Card, haveDifferentAuthors } from '#domain/card.ts';
import type { Part, Parts } from '#parts/fill.ts';
import { type Found, divide, kindOfOthers } from '#domain/found.ts';
import { type Marker, markerOf } from '#domain/markedText.ts';
import type { Wanted } from '#domain/search.ts';
import { categoryPath } from '#domain/urls.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import type { Texts } from '#i18n/texts.ts';
import { gptCard } from '#parts/gptCard.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Rows of one, two or three cards are full with as many. */
const shownPopular = 6;

/**
 * Returns the lists of the page of results: full matches, below them what is related or, where nothing was found, what is
 * popular; and the categories that fit.
 */
export function listParts(texts: Texts, wanted: Wanted, found: Found | undefined): Parts {
  const { t } = texts;
  const { full, related } = divide(found?.cards ?? [], found?.full ?? 0, wanted.page);
  const others = found?.total === 0 ? found.popular.slice(0, shownPopular) : related;
  const isOnlyRelated = found !== undefined && found.full === 0 && found.cards.length > 0;
  const marker = markerOf(found?.marked ?? []);
  return {
    lists: { attributes: { 'aria-busy': null } },
    categories: categoriesPart(texts, found?.categories ?? []),
    cards: shown(full.length > 0, { content: cardsOf(texts, full, marker) }),
    onlyRelated: shown(isOnlyRelated, {
      text: isOnlyRelated ? t('results.lists.onlyRelated', { query: wanted.query }) : '',
    }),
    othersTitle: shown(others.length > 0, {
      text: t(`results.lists.${kindOfOthers(found?.total ?? 1, found?.popular ?? [])}`),
    }),
    others: shown(others.length > 0, { content: cardsOf(texts, others, marker) }),
  };
}

/** Returns the cards of a further page, for the end of each list. */
export function addedCards(
  texts: Texts,
  wanted: Wanted,
  found: Found,
): { cards: readonly Markup[]; others: readonly Markup[] } {
  const { full, related } = divide(found.cards, found.full, wanted.page);
  const marker = markerOf(found.marked);
  return { cards: cardsOf(texts, full, marker), others: cardsOf(texts, related, marker) };
}

function cardsOf(texts: Texts, cards: readonly Card[], marker: Marker): Markup[] {
  const showsAuthor = haveDifferentAuthors(cards);
  return cards.map((card) => gptCard(texts, card, { marker, showsAuthor }));
}

function categoriesPart({ language, t }: Texts, slugs: readonly string[]): Part {
  const links = slugs.map((slug) => {
    const href = categoryPath(language, slug);
    return markup`<li><a class="chip" href="${href}">${categoryIn(slug, t)}</a></li>`;
  });
  const content = markup`
    <p class="text-14 text-faint">${t('results.categories')}</p>
    <ul class="flex flex-wrap gap-2">${links}</ul>`;
  return shown(slugs.length > 0, { content });
}

function shown(isShown: boolean, part: Part): Part {
  return { ...part, attributes: { hidden: isShown ? null : '' } };
}
