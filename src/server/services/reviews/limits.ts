import type { Use } from '#server/services/login/limits.ts';

const hour = 3_600;

/** How often one user may change reviews and report something. */
export const reviewLimits = {
  change: { name: 'review_change', points: 30, seconds: hour },
  report: { name: 'review_report', points: 20, seconds: 24 * hour },
} as const satisfies Record<string, Use['limit']>;
