import { day } from '#contract/day.ts';
import { gptId } from '#contract/gpts/gpts.ts';
import { rankingNumbers, rankingPeriod } from '#contract/ranking/ranking.ts';
import { timedRanges } from '#domain/ranking/ranking.ts';
import * as z from 'zod/mini';

/** A place in a data file: the frozen numbers, and the values that the formula in the file derives from them. */
const downloadedPlace = z.extend(rankingNumbers, {
  id: gptId,
  name: z.string(),
  growth: z.int(),
  growth_rate: z.number(),
});

const downloaded = {
  /** The origin of the site that counted; `null` in development. */
  source: z.object({ site: z.nullable(z.string()), note: z.string() }),
  /** The rules of counting, in English. */
  formula: z.record(z.string(), z.string()),
  /** The meaning of each field of a row, in English. */
  columns: z.record(z.string(), z.string()),
};

/** The data file of a ranking page: `/ranking/{range}/{time}.json`. */
export const rankingDownload = z.discriminatedUnion('kind', [
  z.object({
    ...downloaded,
    kind: z.literal('period'),
    range: z.enum(timedRanges),
    /** The category of the ranking; `null` for all GPTs. */
    category: z.nullable(z.string()),
    period: rankingPeriod,
    rows: z.array(downloadedPlace),
  }),
  z.object({
    ...downloaded,
    kind: z.literal('categories'),
    range: z.literal('monthly'),
    period: rankingPeriod,
    rows: z.array(
      z.object({
        category: z.string(),
        gpts: z.int(),
        own: z.int(),
        imported: z.int(),
        growth: z.int(),
        first: z.nullable(gptId),
      }),
    ),
  }),
  z.object({
    ...downloaded,
    kind: z.literal('all'),
    /** The last counted day. */
    closed_day: day,
    /** The newest day with a reading of one of these GPTs in an imported history; `null` if there is none. */
    data_until: z.nullable(day),
    rows: z.array(
      z.object({
        rank: z.int(),
        id: gptId,
        name: z.string(),
        own: z.int(),
        imported: z.nullable(z.int()),
        imported_source: z.nullable(z.string()),
        imported_day: z.nullable(day),
        chats: z.int(),
        rating: z.nullable(z.number()),
      }),
    ),
  }),
]);

export type RankingDownload = z.output<typeof rankingDownload>;
