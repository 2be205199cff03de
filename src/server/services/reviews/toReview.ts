import type { OwnReview, Review } from '#contract/reviews/reviews.ts';
import type { ReviewRow } from '#server/db/queries/reviews.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { review } from '#server/db/schema/gpts.ts';

/** The columns of a review, joined with its author, for `toReview` and `toOwnReview`. */
export const reviewColumns = {
  id: review.id,
  name: appUser.name,
  rating: review.rating,
  text: review.text,
  hidden: review.hidden,
  created: review.created,
  updated: review.updated,
};

/** The public form of a review. */
export function toReview(row: Omit<ReviewRow, 'hidden'>): Review {
  const { id, name, rating, text, created, updated } = row;
  return {
    id,
    name,
    rating,
    text,
    created: created.toISOString(),
    updated: updated.toISOString(),
  };
}

export function toOwnReview(row: ReviewRow): OwnReview {
  return { ...toReview(row), is_hidden: row.hidden !== null };
}
