import type { Language } from '#domain/languages.ts';
import {
  type Wanted,
  type WrongWish,
  isFiltered,
  nothingWanted,
  searchLimits,
} from '#domain/search.ts';
import { searchPath } from '#domain/urls.ts';
import type { TranslateInBrowser } from '#i18n/browser.ts';

/** What stands where there are no results, and the way on. */
export type Notice = { title: string; text: string; action: string; href: string };

/** Why there are no results: the search failed, it cannot be searched for that, or there are none. */
export type NoResults = 'failed' | 'tooMany' | 'busy' | 'none' | WrongWish;

/** Says why there are no results and what may help. */
export function resultsNotice(
  { language, t }: { language: Language; t: TranslateInBrowser },
  wanted: Wanted,
  why: NoResults,
): Notice {
  const { query } = wanted;
  const to = (other: Partial<Wanted>) => searchPath(language, { ...wanted, page: 1, ...other });
  const all = { action: t('results.none.all'), href: to(nothingWanted) };
  const failed = {
    title: t('results.failed.title'),
    text: t('results.failed.text'),
    action: t('results.failed.retry'),
    href: to({ page: wanted.page }),
  };
  switch (why) {
    case 'failed':
      return failed;
    // One page for every search, so the way on is its own address, whatever that is.
    case 'busy':
      return { ...failed, href: '' };
    case 'tooMany':
      return {
        ...failed,
        title: t('results.tooMany.title'),
        text: t('results.tooMany.text'),
        href: '',
      };
    case 'query':
      return {
        title: t('results.wrong.query'),
        text: t('results.wrong.queryText', { most: searchLimits.query }),
        ...all,
      };
    case 'filter':
      return { title: t('results.wrong.filter'), text: t('results.wrong.filterText'), ...all };
    case 'page':
      return {
        title: t('results.wrong.page'),
        text: t('results.wrong.pageText'),
        action: t('results.wrong.first'),
        href: to({}),
      };
    case 'none': {
      const title =
        query === '' ? t('results.none.title') : t('results.none.titleQuery', { query });
      const isBoth = query !== '' && isFiltered(wanted);
      const way = isBoth
        ? { action: t('results.none.unfiltered'), href: to({ ...nothingWanted, query }) }
        : all;
      return { title, text: t('results.none.text'), ...way };
    }
  }
}
