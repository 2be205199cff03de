/** Ratings go from one star to five. */
export const lowestRating = 1;
export const highestRating = 5;

/** Longest text of a review, in characters. */
export const reviewMaxCharacters = 2_000;

/** Reviews that come at once where the page has more of them to show. */
export const reviewsPerPage = 20;

/** Whether a review is shown folded: longer than a reader wants to scroll past. */
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

/** The assumed rating of a GPT that nobody rated yet, and the number of ratings that it weighs as much as. */
export const priorRating = 3.5;
export const priorWeight = 5;

/**
 * The smoothed (Bayesian) average of ratings, 1 to 5, or `null` without any: (sum + prior × weight) / (count + weight).
 * One enthusiastic rating does not beat a hundred good ones.
 */
export function smoothedRating(sum: number, count: number): number | null {
  if (count === 0) return null;
  return (sum + priorRating * priorWeight) / (count + priorWeight);
}
