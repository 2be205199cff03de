import { CallError, call } from '#contract/call.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type RankingPeriod,
  type RankingTime,
  getCategoryRanking,
  getDailyRanking,
  getMonthlyRanking,
  getWeeklyRanking,
} from '#contract/ranking/ranking.ts';
import { type RankingRange, periodOf } from '#domain/ranking/ranking.ts';
import { atom } from 'nanostores';

export type { RankingPeriod } from '#contract/ranking/ranking.ts';

/** A row of a ranking. */
export type RankingItem = ResponseOf<typeof getDailyRanking>['items'][number];

/** A range whose rankings the server returns, each for one period or category. */
export type RankedRange = Exclude<RankingRange, 'all'>;

/** The frozen periods before and after a period; `null` if they do not exist. */
type Nearest = { previous: RankingTime | null; next: RankingTime | null };

export type RankingState =
  | { state: 'loading' }
  | ({ state: 'found'; period: RankingPeriod; items: readonly RankingItem[] } & Nearest)
  /** Not frozen, or no valid period: a retry cannot help. */
  | ({ state: 'unknown' } & Nearest)
  /** A retry may help. */
  | { state: 'failed' };

/** The ranking of a page that is not in the release. */
export const $ranking = atom<RankingState>({ state: 'loading' });

/** Loads the ranking of a period or category that has no page in the release. */
export async function loadRanking(range: RankedRange, time: string): Promise<void> {
  $ranking.set({ state: 'loading' });
  try {
    const { time_menu: menu, period, items } = await call(rankings[range], { query: { time } });
    const index = menu.findIndex(({ value }) => value === time);
    const at = (other: number) =>
      range === 'categories' || index === -1 ? null : (menu[other] ?? null);
    $ranking.set(
      period === null
        ? { state: 'unknown', ...noPeriods }
        : { state: 'found', period, items, previous: at(index + 1), next: at(index - 1) },
    );
  } catch (error) {
    const isUnknown = error instanceof CallError && refusals.has(error.code);
    $ranking.set(
      isUnknown ? { state: 'unknown', ...(await nearest(range, time)) } : { state: 'failed' },
    );
  }
}

const noPeriods: Nearest = { previous: null, next: null };

/** Loads the frozen periods before and after one that is not frozen. After a failure both are missing. */
async function nearest(range: RankedRange, time: string): Promise<Nearest> {
  if (range === 'categories' || periodOf(range, time) === undefined) return noPeriods;
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

/** Error codes of a period without a ranking, and of an invalid one. */
const refusals: ReadonlySet<string> = new Set(['unknown_period', 'invalid_input']);
