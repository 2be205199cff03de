import type { BuildContext } from '#catalog/buildContext.ts';
import { editorsPlaces } from '#catalog/editorsOrder.ts';
import { memoiseText } from '#catalog/memoise.ts';
import type { Gpt } from '#contract/gpts.ts';
import { defaultGptId, gptsPerPage } from '#domain/gpts.ts';
import { type Language, languageOfTag, languageTags, languages } from '#domain/languages.ts';
import { type ListOrder, listOrders, namedAtMost, orderedPages } from '#domain/listOrder.ts';

/** A list in one of its orders. */
export type OrderedList = {
  order: ListOrder;
  gpts: readonly Gpt[];
  /** Pages that the site has of it, which may be fewer than its GPTs fill. */
  pages: number;
};

/** The order of a page of a list, and those that it leads to. */
export type Ordering = {
  order: ListOrder;
  /** Those to choose from, in the order of their links. */
  orders: readonly ListOrder[];
  /** Whether chats were counted; else the first order is that of the editors. */
  isCounted: boolean;
};

/** Returns the orders of a list, as all of its pages show them. */
export function orderingOf(gpts: readonly Gpt[]): Omit<Ordering, 'order'> {
  return { orders: ordersOf(gpts), isCounted: gpts.some(({ chats }) => chats > 0) };
}

/** Returns the orders that make sense for a list: an order needs values that differ. */
function ordersOf(gpts: readonly Gpt[]): ListOrder[] {
  const [first] = gpts;
  if (first === undefined || gpts.length === 1) return ['popular'];
  const isKnown: Readonly<Record<ListOrder, boolean>> = {
    popular: true,
    new: gpts.some(({ created }) => created !== first.created),
    rating: gpts.some(({ rating }) => rating !== null),
    name: gpts.length <= namedAtMost,
  };
  return listOrders.filter((order) => isKnown[order]);
}

/** Returns the GPTs of a list in each of `orders`, as pages of a language show them. */
export function orderedLists(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
  orders: readonly ListOrder[],
): OrderedList[] {
  const popular = inListOrder(context, gpts, language);
  return orders.map((order) => {
    const ordered = reorder[order](popular, language);
    const pages = Math.max(1, Math.ceil(ordered.length / gptsPerPage));
    const isWhole = order === 'popular' || order === 'name';
    return { order, gpts: ordered, pages: isWhole ? pages : Math.min(pages, orderedPages) };
  });
}

/**
 * Returns GPTs as the lists of a language show them: most chats first; of equals (in a fresh catalogue all are equal)
 * those whose content is in the page’s language, then those that editors recommend, then the default GPT, then by id.
 */
export function inListOrder(
  context: BuildContext,
  gpts: readonly Gpt[],
  language: Language,
): Gpt[] {
  const places = editorsPlaces(context, language);
  const placeOf = (gpt: Gpt) => places.get(gpt) ?? places.size;
  return gpts.toSorted((one, other) => {
    if (one.chats !== other.chats) return other.chats - one.chats;
    const isOwn = isIn(language, one.lang);
    if (isOwn !== isIn(language, other.lang)) return isOwn ? -1 : 1;
    const apart = placeOf(one) - placeOf(other);
    if (apart !== 0) return apart;
    if (one.id === defaultGptId || other.id === defaultGptId) {
      return one.id === defaultGptId ? -1 : 1;
    }
    return one.id < other.id ? -1 : 1;
  });
}

/** Makes the other orders from that by popularity, which decides among equals. */
const reorder: Readonly<
  Record<ListOrder, (popular: readonly Gpt[], language: Language) => readonly Gpt[]>
> = {
  popular: (popular) => popular,
  new: (popular) => popular.toSorted(newestFirst),
  rating: (popular) =>
    popular
      .filter(({ rating }) => rating !== null)
      .toSorted(
        (one, other) => (other.rating ?? 0) - (one.rating ?? 0) || other.ratings - one.ratings,
      ),
  name: (popular, language) => {
    const { compare: compareNames } = collatorOf(language);
    return popular.toSorted((one, other) => compareNames(one.name, other.name));
  },
};

/** Compares GPTs by the day on which they were created, newest first; those whose day is unknown come last. */
export function newestFirst({ created: one }: Gpt, { created: other }: Gpt): number {
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? 1 : -1;
}

/** Memoised, because making a collator takes longer than ordering a page by it. */
const collatorOf = memoiseText(
  languages.length,
  (language: Language) => new Intl.Collator(languageTags[language], { numeric: true }),
);

function isIn(language: Language, tag: string | null): boolean {
  return tag !== null && languageOfTag(tag) === language;
}
