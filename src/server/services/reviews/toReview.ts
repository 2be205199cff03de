import type { OwnReview, Review } from '#contract/reviews.ts';
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

type ReviewRow = Omit<Review, 'created' | 'updated'> & {
  hidden: Instant | null;
  created: Instant;
  updated: Instant;
};

/** Queries that are written out answer instants as texts. */
type Instant = Date | string;

/** A review as everybody may read it. */
export function toReview({ id, name, rating, text, created, updated }: ReviewRow): Review {
  return {
    id,
    name,
    rating,
    text,
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
  };
}

/** A review as its author sees it. */
export function toOwnReview(row: ReviewRow): OwnReview {
  return { ...toReview(row), is_hidden: row.hidden !== null };
}
