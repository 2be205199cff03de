import { call } from '#contract/call.ts';
import { type RankingTime, getMonthlyRanking, getWeeklyRanking } from '#contract/ranking.ts';
import { dayOf } from '#domain/dates.ts';
import { atom } from 'nanostores';

/** The weeks and months that a ranking exists for, newest first; `undefined` until they are known. */
export const $weekTimes = atom<readonly RankingTime[] | undefined>(undefined);
export const $monthTimes = atom<readonly RankingTime[] | undefined>(undefined);

/** Loads the week data as seen from today. Without an answer the menu keeps what it has. */
export async function loadWeekTimes(): Promise<void> {
  const answer = await call(getWeeklyRanking, { query: today() }).catch(() => undefined);
  if (answer) $weekTimes.set(answer.time_menu);
}

/** Loads the month data as seen from today. Without an answer the menu keeps what it has. */
export async function loadMonthTimes(): Promise<void> {
  const answer = await call(getMonthlyRanking, { query: today() }).catch(() => undefined);
  if (answer) $monthTimes.set(answer.time_menu);
}

function today(): { current_time: string } {
  return { current_time: dayOf(new Date()) };
}
