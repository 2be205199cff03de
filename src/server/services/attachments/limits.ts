import type { Use } from '#server/services/login/limits.ts';

const hour = 3_600;

/** Attachments of one user that were uploaded and not sent. */
export const unsentAtMost = 20;

/** How much one user may upload, counted in kilobytes, and how often. */
export const uploadLimits = {
  files: { name: 'upload_files', points: 200, seconds: hour },
  kilobytes: { name: 'upload_kilobytes', points: 300_000, seconds: 24 * hour },
} as const satisfies Record<string, Use['limit']>;
