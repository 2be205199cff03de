/** The range of ratings, in stars. */
export const lowestRating = 1;
export const highestRating = 5;

/** Longest text of a review, in characters. */
export const reviewMaxCharacters = 2_000;

/** Number of reviews that a page loads at once. */
export const reviewsPerPage = 20;

/** Whether a review is so long that pages show it collapsed. */
export function isLongReview(text: string): boolean {
  return text.length > 500 || text.split('\n', 9).length > 8;
}

/** Longest explanation of a report, in characters. */
export const reportMaxCharacters = 1_000;

export const reportReasons = [
  'spam',
  'offensive',
  'illegal',
  'impersonation',
  'broken',
  'other',
] as const;

export type ReportReason = (typeof reportReasons)[number];

/** The assumed rating of a GPT before it has ratings, and its weight as a number of ratings. */
export const priorRating = 3.5;
export const priorWeight = 5;

/**
 * Lists show the average of a GPT from this many ratings on: the ratings of two friends of its author are not an
 * average.
 */
export const listedMinRatings = 5;

/** A GPT's average rating and its number of ratings; `rating` is `null` without ratings. */
export type Rated = { rating: number | null; ratings: number };

/** Returns the mean of ratings, from 1 to 5; `null` without ratings. */
export function meanRating(sum: number, count: number): number | null {
  return count === 0 ? null : sum / count;
}

/** Returns the rating that lists show; `null` while there are too few. */
export function listedRating({ rating, ratings }: Rated): number | null {
  return ratings < listedMinRatings ? null : rating;
}

/**
 * Returns the Bayesian average by which lists are sorted: (sum + prior × weight) / (count + weight). The prior prevents that
 * one excellent rating beats a hundred good ones. It is never shown, because two ratings of 5 would be 3.9.
 */
export function smoothedRating({ rating, ratings }: Rated): number {
  return ((rating ?? 0) * ratings + priorRating * priorWeight) / (ratings + priorWeight);
}
