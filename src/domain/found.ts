import { type Card, type CardSource, cardOf } from '#domain/card.ts';
import { gptsPerPage } from '#domain/gpts.ts';

/** One page of what a search found. */
export type Found = {
  cards: readonly Card[];
  /** How many GPTs there are on all pages. */
  total: number;
  /** How many of `total` match everything. They come first; the others are related. */
  full: number;
  /** Whether there are more than `total` says. */
  isCapped: boolean;
  /** Folded words to be marked (`domain/markedText.ts`). */
  marked: readonly string[];
  /** Slugs of the categories that fit, best first. */
  categories: readonly string[];
  /** The most popular GPTs, where nothing was found. */
  popular: readonly Card[];
};

/** A page of the list of GPTs as the API returns it. */
type ListPage = {
  items: readonly CardSource[];
  total: number;
  full_total: number;
  is_total_capped: boolean;
  marked: readonly string[];
  categories: readonly string[];
  popular: readonly CardSource[];
};

/** A page of the list, as the page of results shows it. */
export function foundOf(list: ListPage): Found {
  return {
    cards: list.items.map(cardOf),
    total: list.total,
    full: list.full_total,
    isCapped: list.is_total_capped,
    marked: list.marked,
    categories: list.categories,
    popular: list.popular.map(cardOf),
  };
}

/** The heading of the GPTs below full matches. Where nothing was found and nobody has used one, none of them is popular. */
export function kindOfOthers(
  total: number,
  popular: readonly { chats: number }[],
): 'related' | 'popular' | 'others' {
  if (total > 0) return 'related';
  return popular.some(({ chats }) => chats > 0) ? 'popular' : 'others';
}

/** Divides the results of a page (the first one is 1) into those that match everything and those that are related. */
export function divide<Result>(
  results: readonly Result[],
  full: number,
  page = 1,
): { full: readonly Result[]; related: readonly Result[] } {
  const left = Math.max(0, full - (page - 1) * gptsPerPage);
  return { full: results.slice(0, left), related: results.slice(left) };
}
