import { gptsPerPage } from '#domain/gpts/gpts.ts';

/**
 * The orders of a list of GPTs, by their names in URLs. The first one is the default and has no name in the URL: by chats,
 * or the editors' recommendation while there are no counts.
 */
export const listOrders = ['popular', 'new', 'rating', 'name'] as const;

export type ListOrder = (typeof listOrders)[number];

/** Largest number of pages by date and by rating. Few visitors read more, and each new GPT changes all of them. */
export const orderedPages = 10;

/** Largest number of GPTs of a list that has pages by name, 40 of them. Longer lists would need too many pages. */
export const namedAtMost = 40 * gptsPerPage;
