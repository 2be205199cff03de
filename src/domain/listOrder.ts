/**
 * The orders of a list of GPTs, as its links name them. The first one is that of the list's own address: by chats, and
 * as long as nothing was counted, as the editors recommend.
 */
export const listOrders = ['popular', 'new', 'rating', 'name'] as const;

export type ListOrder = (typeof listOrders)[number];

/** Pages of the newest and of the best rated GPTs: nobody looks through more, and each new GPT moves all of them. */
export const orderedPages = 10;

/** GPTs of a list that is also ordered by name. A longer one would end within its first letters, or cost too many pages. */
export const namedAtMost = 960;
