import type { BuildContext } from '#catalog/buildContext.ts';
import { editorsPlaces } from '#catalog/gpts/editorsOrder.ts';
import { memoiseText } from '#catalog/memoise.ts';
import { newestFirst } from '#catalog/gpts/newest.ts';
import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import { defaultGptId, gptsPerPage } from '#domain/gpts/gpts.ts';
import {
  type Language,
  languageOfTag,
  languageTags,
  languages,
} from '#domain/languages/languages.ts';
import { smoothedRating } from '#domain/reviews/reviews.ts';
import { type ListOrder, listOrders, namedAtMost, orderedPages } from '#domain/gpts/listOrder.ts';

/** A list in one of its orders. */
export type OrderedList = {
  order: ListOrder;
  gpts: readonly Gpt[];
  /** Number of its pages on the site, which may be limited. */
  pages: number;
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
export function listPages({ gpts, pages }: OrderedList): ListPage[] {
  return Array.from({ length: pages }, (_, index) => {
    const isLast = index === pages - 1;
    return {
      page: index + 1,
      isLast,
      total: index === 0 ? gpts.length : null,
      unlisted: isLast ? Math.max(0, gpts.length - pages * gptsPerPage) : 0,
    };
  });
}

/** Returns the GPTs of a page of a list. */
export function gptsOfPage(
  { gpts }: OrderedList,
  { page }: Pick<ListPage, 'page'>,
): readonly Gpt[] {
  return gpts.slice((page - 1) * gptsPerPage, page * gptsPerPage);
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

/** Returns the GPTs of a list in each of `orders`, for pages of a language. */
export function orderedLists(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
  orders: readonly ListOrder[],
): OrderedList[] {
  const popular = inListOrder(context, gpts, language);
  return orders.map((order) => {
    const ordered = reorder[order](popular, language, context.snapshot);
    const pages = Math.max(1, Math.ceil(ordered.length / gptsPerPage));
    const isWhole = order === 'popular' || order === 'name';
    return { order, gpts: ordered, pages: isWhole ? pages : Math.min(pages, orderedPages) };
  });
}

/**
 * Returns GPTs in the default order of a language's lists: most chats first. If equal (in a new catalogue all are), GPTs in
 * the page’s language come first, then editors' recommendations, then the default GPT, then by id.
 */
export function inListOrder(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
): Gpt[] {
  const positions = editorsPlaces(context, language);
  const positionOf = (gpt: Gpt) => positions.get(gpt) ?? positions.size;
  return gpts.toSorted((one, other) => {
    if (one.chats !== other.chats) return other.chats - one.chats;
    const isOwn = isIn(language, one.lang);
    if (isOwn !== isIn(language, other.lang)) return isOwn ? -1 : 1;
    const difference = positionOf(one) - positionOf(other);
    if (difference !== 0) return difference;
    if (one.id === defaultGptId || other.id === defaultGptId) {
      return one.id === defaultGptId ? -1 : 1;
    }
    return one.id < other.id ? -1 : 1;
  });
}

/**
 * Functions that sort a list by popularity into another order. Equal values stay by popularity, because sorting is stable.
 */
const reorder: Readonly<
  Record<
    ListOrder,
    (popular: readonly Gpt[], language: Language, snapshot: Snapshot) => readonly Gpt[]
  >
> = {
  popular: (popular) => popular,
  new: (popular, _, snapshot) => popular.toSorted(newestFirst(snapshot)),
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

function isIn(language: Language, tag: string | null): boolean {
  return tag !== null && languageOfTag(tag) === language;
}
