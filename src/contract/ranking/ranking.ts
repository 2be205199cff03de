import { day } from '#contract/day.ts';
import { endpoint } from '#contract/endpoint.ts';
import { gptCard } from '#contract/gpts/gpts.ts';
import { storable } from '#contract/text.ts';
import { gptLimits } from '#domain/gpts/gpts.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import * as z from 'zod/mini';

export const rankingTime = z.object({
  value: z.string(),
  label: z.string(),
  from: z.string(),
  to: z.string(),
});

export type RankingTime = z.output<typeof rankingTime>;

/** The numbers of one GPT in a frozen period. */
export const rankingNumbers = z.object({
  rank: z.int(),
  /** Conversations in the period: on this site, and imported ones from other sites. */
  own: z.int(),
  imported: z.int(),
  /** Conversations in the period before. */
  previous: z.int(),
  /** Places gained since the period before (negative: lost); `null` if it had no place there. */
  movement: z.nullable(z.int()),
  is_new: z.boolean(),
  /** Whether a part of the imported number is a share of the growth over a gap of the source. */
  is_estimated: z.boolean(),
  /** Growth in the last periods of the same range up to this one, oldest first. */
  trend: z.array(z.int()),
});

export type RankingNumbers = z.output<typeof rankingNumbers>;

/** A frozen period. */
export const rankingPeriod = z.object({
  value: z.string(),
  from: day,
  to: day,
  /** Conversations of all GPTs in the period. */
  own: z.int(),
  imported: z.int(),
  /**
   * The last day of the period with a reading of a source, when the period was counted. `null` if there was none, and in
   * periods of older versions, which did not store it.
   */
  data_until: z.nullable(day),
  /** Days on which sources repeated the numbers of the day before, in the period or just before it, oldest first. */
  still: z.array(z.object({ source: z.string(), from: day, to: day })),
  /** The day of counting, the day of a recount by the operator, and the operator's reason. */
  frozen: day,
  refrozen: z.nullable(day),
  note: z.nullable(z.string()),
});

export type RankingPeriod = z.output<typeof rankingPeriod>;

const item = z.extend(rankingNumbers, { gpt: gptCard });

const query = z.object({
  /** The current day of the time menu; today if omitted or in the future. */
  current_time: z.optional(day),
  /** The period; the newest frozen one if omitted. */
  time: z.optional(z.string().check(storable, z.maxLength(10))),
});

const response = z.object({
  /** The frozen periods, newest first. */
  time_menu: z.array(rankingTime),
  /** The period of `items`; `null` before the first one. */
  period: z.nullable(rankingPeriod),
  /** At most a hundred, best first. */
  items: z.array(item),
});

function rankingCall(range: TimedRange) {
  return endpoint({
    method: 'GET',
    path: `/api/gpts/rank/${range}`,
    summary: `The ${range} ranking: the periods that there are, and the hundred first of one of them. 404 unknown_period for a period that is not frozen.`,
    access: 'public',
    maxAge: 300,
    query: () => query,
    response: () => response,
  });
}

export const getDailyRanking = rankingCall('daily');
export const getWeeklyRanking = rankingCall('weekly');
export const getMonthlyRanking = rankingCall('monthly');

export const getCategoryRanking = endpoint({
  method: 'GET',
  path: '/api/gpts/rank/categories',
  summary:
    'The ranking within a category in the newest frozen month, with the sums of the category, and the categories that there are as `time_menu`, largest first. 404 unknown_period for another one.',
  access: 'public',
  maxAge: 300,
  query: () =>
    z.object({
      current_time: z.optional(day),
      /** The category; the largest one if omitted. */
      time: z.optional(z.string().check(storable, z.maxLength(gptLimits.label))),
    }),
  response: () => response,
});
