import { and, inArray } from 'drizzle-orm';
import type { GptCard } from '#contract/gpts.ts';
import { foldText } from '#domain/foldText.ts';
import { gptsPerPage } from '#domain/gpts.ts';
import type { Language } from '#domain/languages.ts';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { type Filters, filterTerms } from '#server/services/gpts/search/filterTerms.ts';
import { findGpts } from '#server/services/gpts/search/findGpts.ts';
import { listPopular } from '#server/services/gpts/search/listPopular.ts';
import { pickGpts, readIds } from '#server/services/gpts/search/pickGpts.ts';
import { type Ranked, type Window, rankMatches } from '#server/services/gpts/search/rankMatches.ts';
import { allOf, readQuery, tiersOf } from '#server/services/gpts/search/searchQuery.ts';
import { isShownGpt } from '#server/services/gpts/shownGpts.ts';
import { cardColumns, toGptCard } from '#server/services/gpts/toGpt.ts';

type Wanted = Filters & {
  query?: string | undefined;
  /** Percent-encoded, joined by commas. */
  ids?: string | undefined;
  /** The language of the interface. */
  locale?: Language | undefined;
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
};

/** GPTs that are shown where a query finds nothing. */
const popularShown = 8;

/**
 * Shown GPTs that pass all filters: those of `ids` in its order, else what `query` finds, best first, else the most
 * popular first. Throws `invalid_input` for `ids` that cannot be read.
 */
export async function listGpts(context: Context, wanted: Wanted): Promise<GptList> {
  const { page = 1, size = gptsPerPage } = wanted;
  const executor = context.database.query;
  const ranked = await rank(executor, wanted, { offset: (page - 1) * size, size });
  const items = await cardsOf(executor, ranked.ids);
  const query = wanted.query ?? '';
  const isNothing = query !== '' && ranked.total === 0;
  const popular = isNothing
    ? await listPopular(executor, { offset: 0, size: popularShown })
    : undefined;
  return {
    items,
    total: ranked.total,
    is_total_capped: ranked.isCapped,
    page,
    size,
    full_total: ranked.total,
    marked: foldText(query).split(/\s+/u).filter(Boolean),
    categories: [],
    popular: popular ? await cardsOf(executor, popular.ids) : [],
  };
}

async function rank(executor: Executor, wanted: Wanted, window: Window): Promise<Ranked> {
  const filters = filterTerms(wanted);
  const text = readQuery(wanted.query ?? '');
  if (wanted.ids) {
    const terms = text ? [...tiersOf(text).slice(-1), ...filters] : filters;
    return pickGpts(executor, readIds(wanted.ids), terms, window);
  }
  if (text) return findGpts(executor, text, filters, window);
  if (filters.length > 0) return rankMatches(executor, [allOf(filters)], window);
  return listPopular(executor, window);
}

async function cardsOf(executor: Executor, ids: readonly string[]): Promise<GptCard[]> {
  if (ids.length === 0) return [];
  const rows = await executor
    .select(cardColumns)
    .from(gpt)
    .where(and(inArray(gpt.id, [...ids]), isShownGpt));
  const cards = new Map(rows.map((row) => [row.id, toGptCard(row)]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}
