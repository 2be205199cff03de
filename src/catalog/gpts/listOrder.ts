import type { BuildContext } from '#catalog/buildContext.ts';
import { editorsPlaces } from '#catalog/gpts/editorsOrder.ts';
import { memoiseText } from '#catalog/memoise.ts';
import { newestFirst, toNewestFirst } from '#catalog/gpts/newest.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { defaultGptId, gptsPerPage } from '#domain/gpts/gpts.ts';
import { divideForReaders, forReaders } from '#catalog/gpts/readers.ts';
import { type Language, languageTags, languages } from '#domain/languages/languages.ts';
import { smoothedRating } from '#domain/reviews/reviews.ts';
import { type ListOrder, listOrders, namedAtMost, orderedPages } from '#domain/gpts/listOrder.ts';

/** A list in one of its orders, for readers of a language. */
export type OrderedList = {
  order: ListOrder;
  /** First those in languages that the readers know. */
  gpts: readonly Gpt[];
  /** Number of GPTs in languages that the readers know. */
  known: number;
  /** Number of all GPTs of the list, also those that its pages show elsewhere. */
  total: number;
  /** Number of GPTs on the first page, and on all others. */
  firstPage: number;
  /** Number of its pages on the site, which may be limited. */
  pages: number;
  /** Whether the last page has all GPTs that are left. */
  isWhole: boolean;
};

/**
 * The place of a page in a list. The numbers are only on the pages that show them. Otherwise one GPT more would change all
 * pages of the list.
 */
export type ListPage = {
  page: number;
  isLast: boolean;
  /** Number of GPTs in this order, even if it does not have pages for all of them; `null` on further pages. */
  total: number | null;
  /** On the last page: number of GPTs without a page in this order. */
  unlisted: number;
  /** Number of the first GPTs of the page, in languages that its readers know. The others follow. */
  known: number;
  /** The GPTs in other languages, on the first page, on the page where they begin, and on the one before. */
  others: OtherLanguages | null;
};

/** The GPTs of a list in languages that readers of the page may not know. */
export type OtherLanguages = {
  count: number;
  /** The page on which they begin, and whether it has no others. */
  from: number;
  startsPage: boolean;
};

/** The order of a page of a list, and the orders that it links to. */
export type Ordering = {
  order: ListOrder;
  /** The available orders, in the order of their links. */
  orders: readonly ListOrder[];
  /** Whether at least one GPT has chats. Otherwise the first order is the editors' recommendation. */
  isCounted: boolean;
};

/** Returns the place of each page of a list. */
export function listPages(list: OrderedList): ListPage[] {
  const { gpts, known, total, pages } = list;
  const others = othersOf(list);
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    const isLast = page === pages;
    const isBeside = page === 1 || page === others?.from || page + 1 === others?.from;
    const { start, end } = spanOf(list, page);
    return {
      page,
      isLast,
      total: index === 0 ? total : null,
      unlisted: isLast ? Math.max(0, gpts.length - end) : 0,
      known: Math.max(0, Math.min(end, known) - start),
      others: isBeside ? others : null,
    };
  });
}

/** Returns the positions of the first GPT of a page, and of the first one after it. */
function spanOf(
  { firstPage, gpts, pages, isWhole }: OrderedList,
  page: number,
): { start: number; end: number } {
  const end = firstPage + (page - 1) * gptsPerPage;
  const start = page === 1 ? 0 : end - gptsPerPage;
  return { start, end: isWhole && page === pages ? Math.max(end, gpts.length) : end };
}

/** Returns the number of pages of a list. There is always a first page. */
export function countPages(count: number, firstPage: number): number {
  return 1 + Math.max(0, Math.ceil((count - firstPage) / gptsPerPage));
}

function othersOf(list: OrderedList): OtherLanguages | null {
  const { gpts, known, pages, firstPage, isWhole } = list;
  const first = countPages(known + 1, firstPage);
  const from = isWhole ? Math.min(first, pages) : first;
  const count = gpts.length - known;
  if (count === 0 || from > pages) return null;
  return { count, from, startsPage: spanOf(list, from).start === known };
}

/** Returns the GPTs of a page of a list. */
export function gptsOfPage(list: OrderedList, { page }: Pick<ListPage, 'page'>): readonly Gpt[] {
  const { start, end } = spanOf(list, page);
  return list.gpts.slice(start, end);
}

/** Returns the available orders of a list, the same for all of its pages. */
export function orderingOf(snapshot: Snapshot, gpts: readonly Gpt[]): Omit<Ordering, 'order'> {
  return { orders: ordersOf(snapshot, gpts), isCounted: gpts.some(({ chats }) => chats > 0) };
}

/** Returns the orders that make sense for a list. */
function ordersOf(snapshot: Snapshot, gpts: readonly Gpt[]): ListOrder[] {
  const [first] = gpts;
  if (first === undefined || gpts.length === 1) return ['popular'];
  const compareDays = newestFirst(snapshot);
  const applies: Readonly<Record<ListOrder, boolean>> = {
    popular: true,
    new: gpts.some((gpt) => compareDays(gpt, first) !== 0),
    rating: gpts.some(({ rating }) => rating !== null),
    name: gpts.length <= namedAtMost,
  };
  return listOrders.filter((order) => applies[order]);
}

/** How a list differs from all of its GPTs by popularity. */
export type ListOptions = {
  /** GPTs on the first page of the default order, if it has fewer than others. */
  firstPage?: number;
  /** Pages of the default order, if they are fewer than its GPTs need: the last one has the rest. */
  pages?: number;
  /** Changes the default order. It may leave GPTs out that the first page shows elsewhere. */
  arrange?: (popular: readonly Gpt[]) => readonly Gpt[];
};

/** Returns the GPTs of a list in each of `orders`, for pages of a language. */
export function orderedLists(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
  orders: readonly ListOrder[],
  { firstPage = gptsPerPage, pages: least, arrange = (popular) => popular }: ListOptions = {},
): OrderedList[] {
  const popular = inListOrder(context, gpts, language);
  return orders.map((order) => {
    const isDefault = order === 'popular';
    const sorted = isDefault
      ? arrange(popular)
      : reorder[order](popular, language, context.snapshot);
    const { known, others } = divideForReaders(sorted, language);
    const ordered = [...known, ...others];
    const first = isDefault ? firstPage : gptsPerPage;
    const isWhole = isDefault || order === 'name';
    const needed = countPages(ordered.length, first);
    const pages = isDefault ? (least ?? needed) : needed;
    return {
      order,
      gpts: ordered,
      known: known.length,
      total: isDefault ? gpts.length : ordered.length,
      firstPage: first,
      pages: isWhole ? pages : Math.min(pages, orderedPages),
      isWhole,
    };
  });
}

/**
 * Returns GPTs in the default order of a language's lists: in languages that its readers know first; among those of a
 * language most chats first. If equal (in a new catalogue all are), editors' recommendations come first, then the default
 * GPT, then by id.
 */
export function inListOrder(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
): Gpt[] {
  const positions = editorsPlaces(context, language);
  const positionOf = (gpt: Gpt) => positions.get(gpt) ?? positions.size;
  const sorted = gpts.toSorted((one, other) => {
    if (one.chats !== other.chats) return other.chats - one.chats;
    const difference = positionOf(one) - positionOf(other);
    if (difference !== 0) return difference;
    if (one.id === defaultGptId || other.id === defaultGptId) {
      return one.id === defaultGptId ? -1 : 1;
    }
    return one.id < other.id ? -1 : 1;
  });
  return forReaders(sorted, language);
}

/**
 * Functions that sort a list by popularity into another order. Equal values stay by popularity, because sorting is stable.
 */
const reorder: Readonly<
  Record<
    Exclude<ListOrder, 'popular'>,
    (popular: readonly Gpt[], language: Language, snapshot: Snapshot) => readonly Gpt[]
  >
> = {
  new: (popular, _, snapshot) => toNewestFirst(snapshot, popular),
  rating: (popular) =>
    popular
      .filter(({ rating }) => rating !== null)
      .toSorted(
        (one, other) => smoothedRating(other) - smoothedRating(one) || other.ratings - one.ratings,
      ),
  name: (popular, language) => {
    const { compare: compareNames } = collatorOf(language);
    return popular.toSorted((one, other) => compareNames(one.name, other.name));
  },
};

/** Memoised, because creating a collator takes longer than sorting a page with it. */
const collatorOf = memoiseText(
  languages.length,
  (language: Language) => new Intl.Collator(languageTags[language], { numeric: true }),
);
