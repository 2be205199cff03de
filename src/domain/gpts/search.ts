import { gptLimits, gptsPerPage } from '#domain/gpts/gpts.ts';
import type { Language } from '#domain/languages/languages.ts';

/** A search in the directory. An unused field is an empty text. */
export type Requested = {
  query: string;
  page: number;
} & Record<SearchFilter, string>;

/** The filters of lists of GPTs. Keys are the names in the API, values the compared fields of a GPT. */
export const gptFilters = {
  category: 'categories',
  tag: 'tags',
  author: 'author',
  capability: 'capabilities',
  /** BCP 47 tag of the content's language. `zh` includes `zh-Hans` and `zh-Hant`. */
  lang: 'lang',
} as const;

export type GptFilter = keyof typeof gptFilters;

/** The filters of the page of results, in their order. `content` is the API's `lang`. */
export const searchFilters = ['category', 'tag', 'capability', 'content'] as const;

export type SearchFilter = (typeof searchFilters)[number];

export const searchLimits = { query: 200, content: 40, page: 100_000 } as const;

/** The part of a search that is invalid. */
export type InvalidRequest = 'query' | 'filter' | 'page';

/**
 * Reads a search from the parameters of a URL. `wrong` names the first invalid value. Invalid values are omitted or cut in
 * `requested`, so that a form can be filled with it.
 */
export function readRequested(parameters: URLSearchParams): {
  requested: Requested;
  wrong: InvalidRequest | undefined;
} {
  const read = (name: string) => (parameters.get(name) ?? '').replaceAll('\0', '').trim();
  const [query, page] = [read('query'), read('page')];
  const filters = searchFilters.map((name) => [name, read(name)] as const);
  const fitting = filters.filter(([name, value]) => value.length <= longest(name));
  const isQueryWrong = query.length > searchLimits.query;
  const isPageWrong = page !== '' && !isPage(page);
  const requested = {
    ...emptyRequest,
    ...Object.fromEntries(fitting),
    query: query.slice(0, searchLimits.query).toWellFormed(),
    page: page === '' || isPageWrong ? 1 : Number(page),
  };
  if (isQueryWrong) return { requested, wrong: 'query' };
  if (fitting.length < filters.length) return { requested, wrong: 'filter' };
  return { requested, wrong: isPageWrong ? 'page' : undefined };
}

export const emptyRequest: Requested = {
  query: '',
  category: '',
  tag: '',
  capability: '',
  content: '',
  page: 1,
};

/** Whether the search has a filter. */
export function isFiltered(requested: Requested): boolean {
  return searchFilters.some((name) => requested[name] !== '');
}

/** Returns the query of the list of GPTs (`contract/gpts/gpts.ts`) for a search in an interface language. */
export function queryOf({ query, page, ...filters }: Requested, locale: Language) {
  return {
    query: query || undefined,
    locale,
    category: filters.category || undefined,
    tag: filters.tag || undefined,
    capability: filters.capability || undefined,
    lang: filters.content || undefined,
    page,
    size: gptsPerPage,
  };
}

function longest(name: SearchFilter): number {
  return name === 'content' ? searchLimits.content : gptLimits.label;
}

function isPage(text: string): boolean {
  return /^[1-9]\d{0,5}$/.test(text) && Number(text) <= searchLimits.page;
}
