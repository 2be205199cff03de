import { call } from '#contract/call.ts';
import {
  type RankingTime,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { dayOf } from '#domain/dates.ts';
import { atom } from 'nanostores';

/** The weeks and months that have a ranking, newest first; `undefined` until they are loaded. */
export const $weekTimes = atom<readonly RankingTime[] | undefined>(undefined);
export const $monthTimes = atom<readonly RankingTime[] | undefined>(undefined);

export function loadWeekTimes(): Promise<void> {
  return loadTimes($weekTimes, getWeeklyRanking);
}

export function loadMonthTimes(): Promise<void> {
  return loadTimes($monthTimes, getMonthlyRanking);
}

/** Loads the periods up to today. After a failure the present ones stay. */
async function loadTimes(
  $times: typeof $weekTimes,
  endpoint: typeof getWeeklyRanking,
): Promise<void> {
  const query = { current_time: dayOf(new Date()) };
  const answer = await call(endpoint, { query }).catch(() => undefined);
  if (answer) $times.set(answer.time_menu);
}
