import { type Card, type CardSource, cardOf } from '#domain/gpts/card.ts';
import { gptsPerPage } from '#domain/gpts/gpts.ts';

/** One page of search results. */
export type Found = {
  cards: readonly Card[];
  /** The number of results on all pages. */
  total: number;
  /** The number of results that match the whole search. They come first; the others are related. */
  full: number;
  /** Whether the search stopped counting at `total`. */
  isCapped: boolean;
  /** Folded words to highlight (`domain/texts/markedText.ts`). */
  marked: readonly string[];
  /** Slugs of matching categories, best first. */
  categories: readonly string[];
  /** The most popular GPTs, if there are no results; else empty. */
  popular: readonly Card[];
  /** GPTs that share a label with the best result, if there are few results; else empty. */
  similar: readonly Card[];
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
  similar?: readonly CardSource[] | undefined;
};

/** Converts a response of the list of GPTs. */
export function foundOf(list: ListPage): Found {
  return {
    cards: list.items.map(cardOf),
    total: list.total,
    full: list.full_total,
    isCapped: list.is_total_capped,
    marked: list.marked,
    categories: list.categories,
    popular: list.popular.map(cardOf),
    similar: (list.similar ?? []).map(cardOf),
  };
}

/**
 * Returns the heading of the GPTs below full matches, or of related GPTs without full matches before them. Without
 * results and without chats, no GPT is popular.
 */
export function kindOfOthers({
  total,
  full,
  popular,
}: Pick<Found, 'total' | 'full'> & {
  popular: readonly { chats: number }[];
}): 'related' | 'relatedFirst' | 'popular' | 'others' {
  if (total > 0) return full > 0 ? 'related' : 'relatedFirst';
  return popular.some(({ chats }) => chats > 0) ? 'popular' : 'others';
}

/** Divides the results of a page (pages count from 1) into full matches and related ones. */
export function divide<Result>(
  results: readonly Result[],
  full: number,
  page = 1,
): { full: readonly Result[]; related: readonly Result[] } {
  const left = Math.max(0, full - (page - 1) * gptsPerPage);
  return { full: results.slice(0, left), related: results.slice(left) };
}
