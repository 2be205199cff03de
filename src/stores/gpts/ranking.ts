import { CallError, call } from '#contract/call.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  type RankingPeriod,
  type RankingTime,
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking.ts';
import { dayOf } from '#domain/dates.ts';
import { type RankingRange, periodOf } from '#domain/ranking.ts';
import { atom } from 'nanostores';

export type { RankingPeriod } from '#contract/ranking.ts';

type RankingAnswer = AnswerOf<typeof getDailyRanking>;

/** A place in a ranking, as the server answers it. */
export type RankingItem = RankingAnswer['items'][number];

/** A range of which the server is asked for one period or category. */
export type AskedRange = Exclude<RankingRange, 'all'>;

export type AskedRanking =
  | { state: 'loading' }
  | {
      state: 'found';
      period: RankingPeriod;
      items: readonly RankingItem[];
      /** The frozen periods just before and after it. */
      previous: RankingTime | null;
      next: RankingTime | null;
    }
  /** Not frozen: asking again will not help. With the nearest frozen periods, where the time is one at all. */
  | ({ state: 'unknown' } & Nearest)
  /** Asking again may help. */
  | { state: 'failed' };

type Nearest = { previous: RankingTime | null; next: RankingTime | null };

/** The ranking that was asked for last. */
export const $askedRanking = atom<AskedRanking>({ state: 'loading' });

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

/** Asks the server for a period or category that the site has no page of. */
export async function loadRanking(range: AskedRange, time: string): Promise<void> {
  $askedRanking.set({ state: 'loading' });
  try {
    const { time_menu: menu, period, items } = await call(rankings[range], { query: { time } });
    const place = menu.findIndex(({ value }) => value === time);
    const at = (index: number) =>
      range === 'categories' || place === -1 ? null : (menu[index] ?? null);
    $askedRanking.set(
      period === null
        ? { state: 'unknown', ...nowhere }
        : { state: 'found', period, items, previous: at(place + 1), next: at(place - 1) },
    );
  } catch (error) {
    const isUnknown = error instanceof CallError && refusals.has(error.code);
    $askedRanking.set(
      isUnknown ? { state: 'unknown', ...(await nearest(range, time)) } : { state: 'failed' },
    );
  }
}

const nowhere: Nearest = { previous: null, next: null };

/** The frozen periods just before and after one that is not frozen. Without an answer there are none to name. */
async function nearest(range: AskedRange, time: string): Promise<Nearest> {
  if (range === 'categories' || periodOf(range, time) === undefined) return nowhere;
  const answer = await call(rankings[range], { query: {} }).catch(() => undefined);
  const menu = answer?.time_menu ?? [];
  return {
    previous: menu.find(({ value }) => value < time) ?? null,
    next: menu.findLast(({ value }) => value > time) ?? null,
  };
}

const rankings = {
  daily: getDailyRanking,
  weekly: getWeeklyRanking,
  monthly: getMonthlyRanking,
  categories: getCategoryRanking,
} as const;

/** A time that no ranking has, or that is none at all. */
const refusals: ReadonlySet<string> = new Set(['unknown_period', 'invalid_input']);

function today(): { current_time: string } {
  return { current_time: dayOf(new Date()) };
}
