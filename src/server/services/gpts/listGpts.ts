import { and, inArray } from 'drizzle-orm';
import type { GptCard } from '#contract/gpts/gpts.ts';
import { type Day, closedDayOf } from '#domain/dates.ts';
import { foldText } from '#domain/texts/foldText.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';
import { type Language, defaultLanguage } from '#domain/languages/languages.ts';
import type { Context } from '#server/context.ts';
import { firstQuestion } from '#server/db/queries/gptExamples.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { listPopular } from '#server/db/queries/popularGpts.ts';
import type { FoundGpts, RequestedGpts } from '#server/services/gpts/search/rankGpts.ts';
import { type Filters, filtersOf } from '#server/services/gpts/search/terms.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { similarGpts } from '#server/services/gpts/similarGpts.ts';
import { cardColumns, toGptCard } from '#server/services/gpts/toGpt.ts';
import { invalidField } from '#server/inputChecks.ts';

type Requested = Filters & {
  query?: string | undefined;
  locale?: Language | undefined;
  /** The language of the visitor’s browser, if there is no `locale`. */
  accepted?: Language | undefined;
  /** Percent-encoded ids, joined by commas. */
  ids?: string | undefined;
  page?: number | undefined;
  size?: number | undefined;
};

type GptList = {
  items: GptCard[];
  total: number;
  is_total_capped: boolean;
  page: number;
  size: number;
  full_total: number;
  marked: string[];
  categories: string[];
  popular: GptCard[];
  similar?: GptCard[];
};

type Window = { offset: number; size: number };

const cards: CardCache = new WeakMap();
const similarCards: CardCache = new WeakMap();

/** The cards of search outcomes, with the closed day of their numbers. */
type CardCache = WeakMap<Found, { closedDay: Day; reading: Promise<GptCard[]> }>;

type Found = Pick<FoundGpts, 'ids' | 'total'> & Partial<FoundGpts>;

/** Totals are counted up to here, and a query returns no more results. */
const countedAtMost = 1_000;

/** How many popular GPTs are shown if a query finds nothing. */
const popularShown = 8;

/** A query with fewer results than this is also answered with similar GPTs. */
const manyResults = 6;

const idsAtMost = 100;

/**
 * Returns a page of shown GPTs that pass all filters. The order is that of `ids`, else relevance for `query`, else
 * that of lists of the site in `locale`. Throws `invalid_input` for unreadable `ids`, `server_busy` and `unavailable`.
 */
export async function listGpts(context: Context, requested: Requested): Promise<GptList> {
  const { page = 1, size = gptsPerPage } = requested;
  const query = visibleText(requested.query ?? '');
  const found = await find(context, { ...requested, query }, { offset: (page - 1) * size, size });
  const hasNoResults = query !== '' && found.total === 0;
  const items = await once(context, cards, found, () => cardsOf(context, found.ids));
  return {
    items,
    total: Math.min(found.total, countedAtMost),
    is_total_capped: found.total > countedAtMost,
    page,
    size,
    full_total: Math.min(found.fullTotal ?? found.total, countedAtMost),
    marked: found.marked ?? [],
    categories: found.categories ?? [],
    popular: hasNoResults ? await popular(context, localeOf(requested)) : [],
    ...(isShort(found, requested) && {
      similar: await once(context, similarCards, found, () => similar(context, requested, items)),
    }),
  };
}

/** Whether the list is the whole outcome of a query with few results. */
function isShort({ total }: Found, { query = '', ids, page = 1 }: Requested): boolean {
  return visibleText(query) !== '' && !ids && page === 1 && total > 0 && total < manyResults;
}

function similar(
  context: Context,
  requested: Requested,
  items: readonly GptCard[],
): Promise<GptCard[]> {
  const search = { locale: localeOf(requested), filters: filtersOf(requested) };
  return similarGpts(context, items, search, (ids) => cardsOf(context, ids));
}

async function find(context: Context, requested: Requested, window: Window): Promise<Found> {
  const { query = '', ids } = requested;
  const locale = localeOf(requested);
  const filters = filtersOf(requested);
  const isSearch = query !== '' || Object.values(filters).some(Boolean);
  const search = isSearch ? { query, locale, filters } : undefined;
  if (ids) return pick(context, readIds(ids), search, window);
  if (search) return context.search.find({ ...search, ...limited(query, window) });
  // Without a `locale` the order is by popularity alone, which one statement reads from an index.
  if (requested.locale === undefined) {
    return listPopular(context.database.query, window, countedAtMost);
  }
  return context.search.find({ query, locale, filters, ...window });
}

function localeOf({ locale, accepted }: Requested): Language {
  return locale ?? accepted ?? defaultLanguage;
}

/** Returns the query; empty if all its characters are invisible. */
function visibleText(query: string): string {
  return foldText(query).trim() === '' ? '' : query;
}

/** Returns those of `ids` that are shown and match, in the order of `ids`. */
async function pick(
  context: Context,
  ids: readonly string[],
  search: Omit<RequestedGpts, keyof Window> | undefined,
  { offset, size }: Window,
): Promise<Found> {
  const matching =
    search &&
    (await context.search.find({ ...search, among: [...ids], offset: 0, size: ids.length }));
  const allowed = new Set(matching?.ids ?? ids);
  const cards = await cardsOf(
    context,
    ids.filter((id) => allowed.has(id)),
  );
  const shown = cards.map(({ id }) => id);
  return { ids: shown.slice(offset, offset + size), total: shown.length };
}

/** Returns the most popular GPTs, those in languages that readers of the interface know first. */
async function popular(context: Context, locale: Language): Promise<GptCard[]> {
  const window = { offset: 0, size: popularShown };
  const { ids } = await context.search.find({ query: '', locale, filters: {}, ...window });
  return cardsOf(context, ids);
}

/** Limits the window of a query to the results that it may return. Lists by filters can be read to their end. */
function limited(query: string, { offset, size }: Window): Window {
  if (query === '') return { offset, size };
  return { offset, size: Math.max(0, Math.min(size, countedAtMost - offset)) };
}

/** The search returns the same object until a GPT changes, so the cards of its outcome are read once a day. */
function once(
  { now }: Context,
  cache: CardCache,
  found: Found,
  read: () => Promise<GptCard[]>,
): Promise<GptCard[]> {
  const closedDay = closedDayOf(now());
  const known = cache.get(found);
  if (known?.closedDay === closedDay) return known.reading;
  const reading = read();
  cache.set(found, { closedDay, reading });
  reading.catch(() => cache.delete(found));
  return reading;
}

async function cardsOf({ database, now }: Context, ids: readonly string[]): Promise<GptCard[]> {
  if (ids.length === 0) return [];
  const rows = await database.query
    .select({ ...cardColumns(closedDayOf(now())), question: firstQuestion })
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt));
  const byId = new Map(rows.map((row) => [row.id, toGptCard(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads percent-encoded ids joined by commas, without duplicates or NUL. Throws `invalid_input`. */
function readIds(list: string): string[] {
  const parts = list.split(',').filter((part) => part !== '');
  if (parts.length > idsAtMost)
    throw invalidField('ids', `must be at most ${idsAtMost} ids`, 'query');
  try {
    return [...new Set(parts.map((part) => decodeURIComponent(part).replaceAll('\0', '')))];
  } catch {
    throw invalidField('ids', 'must be percent-encoded ids, joined by commas', 'query');
  }
}
