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
 * Returns the Bayesian average of ratings, from 1 to 5: (sum + prior × weight) / (count + weight); `null` without ratings.
 * The prior prevents that one excellent rating beats a hundred good ones.
 */
export function smoothedRating(sum: number, count: number): number | null {
  if (count === 0) return null;
  return (sum + priorRating * priorWeight) / (count + priorWeight);
}
