import { endpoint } from '#contract/endpoint.ts';
import { isDay } from '#domain/dates.ts';
import * as z from 'zod/mini';

const day = z.string().check((check) => {
  if (isDay(check.value)) return;
  check.issues.push({ code: 'custom', message: 'Must be a day as YYYY-MM-DD', input: check.value });
});

export const rankingTime = z.object({
  value: z.string(),
  label: z.string(),
  from: z.string(),
  to: z.string(),
});

export type RankingTime = z.output<typeof rankingTime>;

const query = z.strictObject({ current_time: z.optional(day) });
const answer = z.object({ time_menu: z.array(rankingTime) });

export const getWeeklyRanking = endpoint({
  method: 'GET',
  path: '/api/gpts/rank/weekly',
  summary:
    'The closed weeks that have data, newest first, seen from `current_time` (today when left out).',
  query,
  answer,
});

export const getMonthlyRanking = endpoint({
  method: 'GET',
  path: '/api/gpts/rank/monthly',
  summary:
    'The closed months that have data, newest first, seen from `current_time` (today when left out).',
  query,
  answer,
});
