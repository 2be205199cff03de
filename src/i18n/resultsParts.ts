import type { Card } from '#domain/card.ts';
import { type Part, type Parts, fill } from '#domain/fill.ts';
import { gptsPerPage } from '#domain/gpts.ts';
import type { Language } from '#domain/languages.ts';
import { type Wanted, type WrongWish, isFiltered } from '#domain/search.ts';
import { searchPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { cardParts } from '#i18n/cardParts.ts';
import { totalText } from '#i18n/format.ts';
import { type NoResults, type Notice, resultsNotice } from '#i18n/resultsNotice.ts';

/** What became of a search. */
export type Outcome =
  | { state: 'found'; cards: readonly Card[]; total: number; isCapped: boolean }
  | { state: 'wrong'; what: WrongWish }
  | { state: 'failed' }
  /** Refused before anything was searched for: the page is the same for every search. */
  | { state: 'tooMany' | 'busy' };

/** A language, its texts (`i18n/resultsMessages.ts`), and the open card of the page that is filled. */
export type ResultsPage = { language: Language; t: TranslateInBrowser; card: string };

const hidden: Part = { attributes: { hidden: '' } };
const hiddenLink: Part = { attributes: { hidden: '', href: null, rel: null, 'aria-busy': null } };

/** The document’s title. */
export function resultsTitle({ query }: Wanted, t: TranslateInBrowser): string {
  return query === '' ? t('results.title') : t('results.titleQuery', { query });
}

/** What goes into the open page of results, on the server and in the browser alike. */
export function resultsParts(page: ResultsPage, wanted: Wanted, outcome: Outcome): Parts {
  const { language, t } = page;
  const { query } = wanted;
  const found = outcome.state === 'found' ? outcome : undefined;
  const isEmpty = !found || found.cards.length === 0;
  return {
    page: { attributes: { 'data-at-once': null } },
    unfilled: null,
    heading: { text: query === '' ? t('results.heading') : t('results.headingQuery', { query }) },
    count: { text: found && found.total > 0 ? countText(page, found) : '' },
    clear: isFiltered(wanted) ? link(searchPath(language, { query })) : hiddenLink,
    cards: {
      html: cardsHtml(page, found?.cards ?? []),
      attributes: { hidden: isEmpty ? '' : null, 'aria-busy': null },
    },
    ...noticeParts(isEmpty ? resultsNotice(page, wanted, reasonOf(outcome)) : undefined),
    previous:
      wanted.page > 1
        ? link(searchPath(language, { ...wanted, page: wanted.page - 1 }), 'prev')
        : hiddenLink,
    next: nextPart(page, wanted, outcome),
  };
}

/** What the page says while it waits: for other results, or for more. */
export function waitingParts({ t }: ResultsPage, adds: boolean): Parts {
  const busy = { attributes: { 'aria-busy': 'true' } };
  return adds ? { next: busy } : { cards: busy, count: { text: t('results.searching') } };
}

/** What the page says when there are more results, but they did not come. */
export function failedMoreParts({ t }: ResultsPage): Parts {
  return { more: { text: t('home.more.failed') }, next: { attributes: { 'aria-busy': null } } };
}

/** The cards as markup. */
export function cardsHtml({ language, t, card }: ResultsPage, cards: readonly Card[]): string {
  return cards.map((one) => fill(card, cardParts(one, language, t))).join('');
}

/** The way to the next page, where there is one. */
export function nextPart({ language }: ResultsPage, wanted: Wanted, outcome: Outcome): Part {
  if (outcome.state !== 'found' || outcome.cards.length < gptsPerPage) return hiddenLink;
  const isLast = !outcome.isCapped && wanted.page * gptsPerPage >= outcome.total;
  const href = searchPath(language, { ...wanted, page: wanted.page + 1 });
  return isLast ? hiddenLink : link(href, 'next');
}

/** Why a page has no cards; one behind the last has none though something was found. */
function reasonOf(outcome: Outcome): NoResults {
  if (outcome.state === 'wrong') return outcome.what;
  if (outcome.state !== 'found') return outcome.state;
  return outcome.total === 0 ? 'none' : 'page';
}

function countText(
  { language, t }: ResultsPage,
  { total, isCapped }: { total: number; isCapped: boolean },
): string {
  return t('results.found', { count: total, amount: totalText(language, total, isCapped) });
}

function noticeParts(notice: Notice | undefined): Parts {
  if (notice === undefined) return { notice: hidden };
  return {
    notice: { attributes: { hidden: null } },
    noticeTitle: { text: notice.title },
    noticeText: { text: notice.text },
    noticeLink: { text: notice.action, attributes: { href: notice.href } },
  };
}

function link(href: string, rel?: 'prev' | 'next'): Part {
  return { attributes: { hidden: null, href, rel: rel ?? null, 'aria-busy': null } };
}
