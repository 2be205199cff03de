import { endpoint } from '#contract/endpoint.ts';
import { gpt } from '#contract/gpts.ts';
import { rankingNumbers, rankingPeriod } from '#contract/ranking.ts';
import { review } from '#contract/reviews.ts';
import { isDay } from '#domain/dates.ts';
import { timedRanges } from '#domain/ranking.ts';
import * as z from 'zod/mini';

const day = z.string().check(z.refine(isDay, 'Must be a day as YYYY-MM-DD'));
const range = z.enum(timedRanges);

/** One line of the snapshot that the site is built from. The last line is `end`, with the number of lines before it. */
export const snapshotLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), closed_day: day }),
  z.object({ type: z.literal('gpt'), gpt }),
  z.object({ type: z.literal('removed'), id: z.string() }),
  /**
   * Conversations of a GPT on up to ninety days in a row, of which the last is `last_day`: the closed day, or an
   * earlier one where nothing is known since. The first is the first day at all that is known, where that is later.
   */
  z.object({
    type: z.literal('usage'),
    id: z.string(),
    last_day: day,
    imported: z.array(z.int()),
    own: z.array(z.int()),
    /** On how many of these days the imported number is a share of what grew over a gap of the source. */
    estimated: z.int(),
  }),
  /** The ten newest reviews of a GPT that have a text, newest first. */
  z.object({ type: z.literal('reviews'), id: z.string(), reviews: z.array(review) }),
  /** A frozen period, newest first within its range: all weeks and months, and the last ninety days. */
  z.object({ type: z.literal('period'), range, period: rankingPeriod }),
  /**
   * The first hundred places of a frozen period among all GPTs (`scope` is empty; of the newest week every place that
   * is kept), and of the newest month those within each category.
   */
  z.object({
    type: z.literal('ranking'),
    range,
    value: z.string(),
    scope: z.string(),
    rows: z.array(z.extend(rankingNumbers, { id: z.string() })),
  }),
  /** What a category had in the newest frozen month, the GPTs beyond its first hundred places included. */
  z.object({ type: z.literal('category'), category: z.string(), own: z.int(), imported: z.int() }),
  z.object({ type: z.literal('end'), lines: z.int() }),
]);

export type SnapshotLine = z.output<typeof snapshotLine>;

export const getSnapshot = endpoint({
  method: 'GET',
  path: '/api/snapshot',
  summary: 'Everything that the site is built from, as NDJSON. Needs the operator token.',
  access: 'operator',
  stream: 'application/x-ndjson',
});
