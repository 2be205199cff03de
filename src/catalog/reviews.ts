import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts.ts';
import type { Review } from '#contract/reviews.ts';
import { cleanText } from '#domain/text.ts';

/** The reviews of a GPT in its page's HTML. */
export type ReviewsView = {
  /** Smoothed average, 1 to 5; `null` without ratings. */
  rating: number | null;
  ratings: number;
  /** Reviews with a text, those included that the page does not come with. */
  total: number;
  /** The newest ones, newest first. */
  items: readonly Review[];
};

/** Bytes of all reviews together that a page comes with; the first one is there however long it is. */
const pageBytes = 6_000;

const encoder = new TextEncoder();

/** The ratings of a GPT and as many of its newest reviews as a light page can carry. */
export function reviewsOf(snapshot: Snapshot, gpt: Gpt): ReviewsView {
  const items: Review[] = [];
  let bytes = 0;
  for (const review of snapshot.reviews.get(gpt.id) ?? []) {
    const text = cleanText(review.text ?? '');
    bytes += encoder.encode(text).length;
    if (bytes > pageBytes && items.length > 0) break;
    items.push({ ...review, name: cleanText(review.name), text: text || null });
  }
  return { rating: gpt.rating, ratings: gpt.ratings, total: gpt.reviews, items };
}
