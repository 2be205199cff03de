import type { Day } from '#domain/dates.ts';

/**
 * Least number of unchanged GPTs (counts, ratings, reviews) for which a source's day counts as a copy of the day
 * before.
 */
export const frozenCopyGpts = 20;

/** The earliest accepted day of a history. */
export const firstHistoryDay: Day = '2020-01-01';
