/** A day of the site, as far as the bench assumes it. */
export const day = {
  visitors: 100_000,
  /** For each visitor. */
  pages: 4,
  reads: 2,
  questions: 0.6,
  questionsInConversation: 3,
  /** Seconds of an answer at a real provider, for the number of open streams. */
  answerSeconds: 20,
} as const;

/** The share of each hour (UTC) in a day's visits, as sites of one continent have it. */
export const hours = [
  2, 1.5, 1, 1, 1, 1.5, 2, 3, 4, 5, 5.5, 5.5, 5.5, 5.5, 5.5, 5.5, 6, 6, 6.5, 7, 7, 6, 4.5, 3,
].map((share) => share / 100.5);

/** How much busier the busiest hour is than the mean. */
export const peakFactor = Math.max(...hours) * 24;
