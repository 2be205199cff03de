import type { Part, Parts } from '#parts/fill.ts';
import type { Found } from '#domain/gpts/found.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import {
  type Requested,
  type InvalidRequest,
  isFiltered,
  searchFilters,
} from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';
import { countText } from '#i18n/resultsCount.ts';
import type { Texts } from '#i18n/texts.ts';
import { listParts } from '#parts/resultsLists.ts';
import { type NoResults, type Notice, resultsNotice } from '#i18n/resultsNotice.ts';

/** The outcome of a search. */
export type Outcome =
  | ({ state: 'found' } & Found)
  | { state: 'wrong'; what: InvalidRequest }
  | { state: 'failed' }
  /** The request was refused before the search: the page is the same for every search. */
  | { state: 'tooMany' | 'busy' };

const hiddenLink: Part = { attributes: { hidden: '', href: null, rel: null, 'aria-busy': null } };

/** Returns the title of the document. */
export function resultsTitle({ query }: Requested, t: TranslateInBrowser): string {
  return query === '' ? t('results.title') : t('results.titleQuery', { query });
}

/** Returns the contents of the page of results. The server and the browser both fill the page with them. */
export function resultsParts(texts: Texts, requested: Requested, outcome: Outcome): Parts {
  const { language, t } = texts;
  const { query } = requested;
  const found = outcome.state === 'found' ? outcome : undefined;
  const isEmpty = !found || found.cards.length === 0;
  return {
    page: { attributes: { 'data-at-once': null } },
    unfilled: null,
    heading: { text: query === '' ? t('results.heading') : t('results.headingQuery', { query }) },
    count: { text: found ? countText(found, language, t) : '' },
    clear: isFiltered(requested) ? link(searchPath(language, { query })) : hiddenLink,
    filterCount: { text: filtersText(requested) },
    tagName: { text: requested.tag || t('results.any.tag') },
    ...listParts(texts, requested, found),
    ...noticeParts(isEmpty ? resultsNotice(texts, requested, reasonOf(outcome)) : undefined),
    previous:
      requested.page > 1
        ? link(searchPath(language, { ...requested, page: requested.page - 1 }), 'prev')
        : hiddenLink,
    next: nextPart(texts, requested, outcome),
    all: found?.total === 0 && query !== '' ? link(searchPath(language)) : hiddenLink,
  };
}

/** Returns the contents of the page while it loads other results, or more of them (`adds`). */
export function waitingParts({ t }: Texts, adds: boolean): Parts {
  const busy = { attributes: { 'aria-busy': 'true' } };
  return adds ? { next: busy } : { lists: busy, count: { text: t('results.searching') } };
}

/** Returns the contents of the page after more results could not be loaded. */
export function failedMoreParts({ t }: Texts): Parts {
  return { more: { text: t('home.more.failed') }, next: { attributes: { 'aria-busy': null } } };
}

/** Returns the link to the next page, hidden on the last one. */
export function nextPart({ language }: Texts, requested: Requested, outcome: Outcome): Part {
  if (outcome.state !== 'found' || outcome.cards.length < gptsPerPage) return hiddenLink;
  const isLast = !outcome.isCapped && requested.page * gptsPerPage >= outcome.total;
  const href = searchPath(language, { ...requested, page: requested.page + 1 });
  return isLast ? hiddenLink : link(href, 'next');
}

/** Returns why a page has no cards. A page after the last one has none, although GPTs were found. */
function reasonOf(outcome: Outcome): NoResults {
  if (outcome.state === 'wrong') return outcome.what;
  if (outcome.state !== 'found') return outcome.state;
  return outcome.total === 0 ? 'none' : 'page';
}

/** Returns the number of filters in use, for the button that shows them on phones. */
function filtersText(requested: Requested): string {
  const used = searchFilters.filter((name) => requested[name] !== '').length;
  return used === 0 ? '' : String(used);
}

function noticeParts(notice: Notice | undefined): Parts {
  if (notice === undefined) return { notice: { attributes: { hidden: '' } } };
  return {
    notice: { attributes: { hidden: null } },
    noticeTitle: { text: notice.title },
    noticeText: { text: notice.text },
    noticeLink: {
      text: notice.way?.action ?? '',
      attributes: notice.way ? { hidden: null, href: notice.way.href } : { hidden: '', href: null },
    },
  };
}

function link(href: string, rel?: 'prev' | 'next'): Part {
  return { attributes: { hidden: null, href, rel: rel ?? null, 'aria-busy': null } };
}
