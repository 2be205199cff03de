import { type Card, haveDifferentAuthors } from '#domain/gpts/card.ts';
import type { Part, Parts } from '#parts/fill.ts';
import { type Found, divide, kindOfOthers } from '#domain/gpts/found.ts';
import { type Marker, markerOf } from '#domain/texts/markedText.ts';
import type { Requested } from '#domain/gpts/search.ts';
import { categoryPath } from '#domain/gpts/gptPaths.ts';
import { categoryIn } from '#i18n/categoryIn.ts';
import type { Texts } from '#i18n/texts.ts';
import { gptCard } from '#parts/gptCard.ts';
import { type Markup, markup } from '#parts/markup.ts';

/** Divisible by 1, 2 and 3, so that rows of cards are full at each width. */
const shownPopular = 6;

/**
 * Returns the lists of the page of results: full matches, then related GPTs, or popular ones if nothing was found; similar
 * GPTs, which are no results and not counted; and the categories that match.
 */
export function listParts(texts: Texts, requested: Requested, found: Found | undefined): Parts {
  const { t } = texts;
  const { full, related } = divide(found?.cards ?? [], found?.full ?? 0, requested.page);
  const others = found?.total === 0 ? found.popular.slice(0, shownPopular) : related;
  const similar = found?.similar ?? [];
  const isOnlyRelated = found !== undefined && found.full === 0 && found.cards.length > 0;
  const marker = markerOf(found?.marked ?? []);
  return {
    lists: { attributes: { 'aria-busy': null } },
    categories: categoriesPart(texts, found?.categories ?? []),
    cards: visibleIf(full.length > 0, { content: cardsOf(texts, full, marker) }),
    onlyRelated: visibleIf(isOnlyRelated, {
      text: isOnlyRelated ? t('results.lists.onlyRelated', { query: requested.query }) : '',
    }),
    othersTitle: visibleIf(others.length > 0, {
      text: found ? t(`results.lists.${kindOfOthers(found)}`) : '',
    }),
    others: visibleIf(others.length > 0, { content: cardsOf(texts, others, marker) }),
    similarTitle: visibleIf(similar.length > 0, {}),
    similar: visibleIf(similar.length > 0, { content: cardsOf(texts, similar, marker) }),
  };
}

/** Returns the cards of the next page, to append to each list. */
export function addedCards(
  texts: Texts,
  requested: Requested,
  found: Found,
): { cards: readonly Markup[]; others: readonly Markup[] } {
  const { full, related } = divide(found.cards, found.full, requested.page);
  const marker = markerOf(found.marked);
  return { cards: cardsOf(texts, full, marker), others: cardsOf(texts, related, marker) };
}

function cardsOf(texts: Texts, cards: readonly Card[], marker: Marker): Markup[] {
  const showsAuthor = haveDifferentAuthors(cards);
  return cards.map((card) => gptCard(texts, card, { marker, showsAuthor, showsQuestion: true }));
}

function categoriesPart({ language, t }: Texts, slugs: readonly string[]): Part {
  const links = slugs.map((slug) => {
    const href = categoryPath(language, slug);
    return markup`<li><a class="chip" href="${href}">${categoryIn(slug, t)}</a></li>`;
  });
  const content = markup`
    <p class="text-14 text-faint">${t('results.categories')}</p>
    <ul class="flex flex-wrap gap-2">${links}</ul>`;
  return visibleIf(slugs.length > 0, { content });
}

function visibleIf(isVisible: boolean, part: Part): Part {
  return { ...part, attributes: { hidden: isVisible ? null : '' } };
}
