import type { Language } from '#domain/languages/languages.ts';
import {
  type Requested,
  type InvalidRequest,
  isFiltered,
  emptyRequest,
  searchLimits,
} from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** The notice on a page without results. `way` is the next step for the visitor, if the page has no other link. */
export type Notice = { title: string; text: string; way?: Way };

type Way = { action: string; href: string };

/** Why there are no results: the search failed, the search is invalid, or nothing matches. */
export type NoResults = 'failed' | 'tooMany' | 'busy' | 'none' | InvalidRequest;

/** Returns the notice for a search without results. */
export function resultsNotice(
  { language, t }: { language: Language; t: TranslateInBrowser },
  requested: Requested,
  why: NoResults,
): Notice {
  const to = (other: Partial<Requested>) =>
    searchPath(language, { ...requested, page: 1, ...other });
  const all = { action: t('results.none.all'), href: to(emptyRequest) };
  const failed = { title: t('results.failed.title'), text: t('results.failed.text') };
  const retry = (href: string) => ({ action: t('results.failed.retry'), href });
  switch (why) {
    case 'failed':
      return { ...failed, way: retry(to({ page: requested.page })) };
    // The page of a busy server is the same for every search, so the link reloads the current URL.
    case 'busy':
      return { ...failed, way: retry('') };
    case 'tooMany':
      return { title: t('results.tooMany.title'), text: t('results.tooMany.text'), way: retry('') };
    case 'query':
      return {
        title: t('results.wrong.query'),
        text: t('results.wrong.queryText', { most: searchLimits.query }),
        way: all,
      };
    case 'filter':
      return { title: t('results.wrong.filter'), text: t('results.wrong.filterText'), way: all };
    case 'page':
      return {
        title: t('results.wrong.page'),
        text: t('results.wrong.pageText'),
        way: { action: t('results.wrong.first'), href: to({}) },
      };
    case 'none':
      return nothingNotice(requested, t, all, to);
  }
}

/** Suggests to remove the filters, if there are any. Otherwise popular GPTs with a link to all follow the notice. */
function nothingNotice(
  requested: Requested,
  t: TranslateInBrowser,
  all: Way,
  to: (other: Partial<Requested>) => string,
): Notice {
  const { query } = requested;
  if (query === '') {
    return { title: t('results.none.title'), text: t('results.none.textFilters'), way: all };
  }
  if (!isFiltered(requested)) {
    return { title: t('results.none.titleQuery', { query }), text: t('results.none.text') };
  }
  return {
    title: t('results.none.titleFilters', { query }),
    text: t('results.none.textFilters'),
    way: { action: t('results.none.unfiltered'), href: to({ ...emptyRequest, query }) },
  };
}
