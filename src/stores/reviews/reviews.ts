import { call } from '#contract/call.ts';
import { type Review, listReviews } from '#contract/reviews/reviews.ts';
import { reviewsPerPage } from '#domain/reviews/reviews.ts';
import { type Message, errorMessage } from '#stores/browser/message.ts';
import { atom } from 'nanostores';

export type { Review } from '#contract/reviews/reviews.ts';

export type ReviewList = {
  /** Loaded reviews that are not in the page's HTML, newest first. */
  items: readonly Review[];
  /** How many of them the last call added. */
  added: number;
  /** The number of the next page; `undefined` when all are loaded. */
  nextPage: number | undefined;
  loading: boolean;
  problem: Message | undefined;
};

export const $reviews = atom<ReviewList>({
  items: [],
  added: 0,
  nextPage: 1,
  loading: false,
  problem: undefined,
});

/** Loads pages of reviews until there are new ones. `shown` are the ids of those in the page's HTML. */
export async function loadReviews(gptId: string, shown: readonly string[]): Promise<void> {
  const before = $reviews.get();
  if (before.loading || before.nextPage === undefined) return;
  const seen = new Set([...shown, ...before.items.map(({ id }) => id)]);
  $reviews.set({ ...before, loading: true, problem: undefined });
  try {
    const { fresh, nextPage } = await loadFresh(gptId, before.nextPage, seen);
    const items = [...before.items, ...fresh];
    $reviews.set({ items, added: fresh.length, nextPage, loading: false, problem: undefined });
  } catch (error) {
    $reviews.set({ ...before, problem: errorMessage(error) });
  }
}

async function loadFresh(
  gptId: string,
  from: number,
  seen: ReadonlySet<string>,
): Promise<{ fresh: Review[]; nextPage: number | undefined }> {
  for (let page = from; ; page += 1) {
    const query = { page, size: reviewsPerPage };
    const { items } = await call(listReviews, { params: { id: gptId }, query });
    const fresh = items.filter(({ id }) => !seen.has(id));
    const isLast = items.length < reviewsPerPage;
    if (fresh.length > 0 || isLast) return { fresh, nextPage: isLast ? undefined : page + 1 };
  }
}
