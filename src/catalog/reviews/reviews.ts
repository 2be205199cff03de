import type { Snapshot } from '#catalog/readSnapshot.ts';
import type { Gpt } from '#contract/gpts/gpts.ts';
import type { Review } from '#contract/reviews/reviews.ts';
import { cleanText } from '#domain/texts/text.ts';

/** The reviews of a GPT in its page's HTML. */
export type ReviewsView = {
  /** Mean, 1 to 5; `null` without ratings. */
  rating: number | null;
  ratings: number;
  /** Number of reviews with a text, including those that are not in the HTML. */
  total: number;
  /** The newest ones, newest first. */
  items: readonly Review[];
};

/** Largest size of all reviews in the HTML, in bytes. The first review is always included. */
const pageBytes = 6_000;

const encoder = new TextEncoder();

/** Returns the ratings of a GPT and as many of its newest reviews as fit into a small page. */
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
