import {
  type Day,
  addDays,
  firstOfMonth,
  firstOfPreviousMonth,
  isDay,
  mondayOf,
} from '#domain/dates.ts';

export const timedRanges = ['daily', 'weekly', 'monthly'] as const;

export type TimedRange = (typeof timedRanges)[number];

export const rankingRanges = ['all', ...timedRanges, 'categories'] as const;

export type RankingRange = (typeof rankingRanges)[number];

/** A closed span of days, both ends included; `value` is its name in URLs and time menus. */
export type Period = { value: string; from: Day; to: Day };

/** Days in a row, both ends included, on which a source repeated the numbers of its day before. */
export type StillSpan = { source: string; from: Day; to: Day };

/** Places that a page or an answer of the API shows, and that are kept of a category. */
export const rankingRows = 100;

/** Days, the newest ones, that have a page of their own; older ones come from the API. */
export const rankingDayPages = 90;

/** Places among all GPTs that are kept of a frozen period. */
export const keptRows = 1_000;

/** Periods that a place's trend goes back at most, its own included. */
export const trendPeriods = 12;

/** Hours that a period rests after its end before it is frozen: what comes late belongs to it still. */
export const freezeDelayHours = 6;

/** Conversations of one user with one GPT that count per day. */
export const countedConversationsPerUserAndDay = 20;

/** The period of `range` with this name, such as `2026-11-16` or `2026-11`; `undefined` when there is none. */
export function periodOf(range: TimedRange, value: string): Period | undefined {
  const first = range === 'monthly' ? `${value}-01` : value;
  if (!isDay(first)) return undefined;
  if (range === 'daily') return dayPeriod(first);
  if (range === 'monthly') return monthPeriod(first);
  return mondayOf(first) === first ? weekPeriod(first) : undefined;
}

/** The periods that end with `day`: itself, its week when it is a Sunday, its month when it is the last of it. */
export function periodsEndingOn(day: Day): { range: TimedRange; period: Period }[] {
  const ends: { range: TimedRange; period: Period }[] = [
    { range: 'daily', period: dayPeriod(day) },
    { range: 'weekly', period: weekPeriod(mondayOf(day)) },
    { range: 'monthly', period: monthPeriod(firstOfMonth(day)) },
  ];
  return ends.filter(({ period }) => period.to === day);
}

/** The period just before `period`. */
export function previousPeriod(range: TimedRange, period: Period): Period {
  if (range === 'daily') return dayPeriod(addDays(period.from, -1));
  if (range === 'weekly') return weekPeriod(addDays(period.from, -7));
  return monthPeriod(firstOfPreviousMonth(period.from));
}

/** The lowest divisor of growth, so that tiny numbers do not win. */
export const growthRateFloor = 50;

/** Growth rate of a period: (now − before) / max(before, `growthRateFloor`). */
export function growthRate(now: number, before: number): number {
  return (now - before) / Math.max(before, growthRateFloor);
}

/** Conversations in a week from which on a GPT can be rising: below, a handful of people make any rate. */
export const risingFloor = 20;

type Grown = { id: string; growth: number; rate: number };

/**
 * "Rising this week": the GPTs of the newest frozen week whose growth is at least `risingFloor` and above that of the
 * week before, by growth rate, then growth, then id.
 */
export function risingFirst<Row extends Grown>(rows: readonly Row[]): Row[] {
  return rows
    .filter(({ growth, rate }) => growth >= risingFloor && rate > 0)
    .toSorted((one, other) => {
      if (one.rate !== other.rate) return other.rate - one.rate;
      if (one.growth !== other.growth) return other.growth - one.growth;
      return one.id < other.id ? -1 : 1;
    });
}

/** Up to `trendPeriods` periods that end with `period`, oldest first, none of them before `firstDay`. */
export function trendOf(range: TimedRange, period: Period, firstDay: Day): Period[] {
  const periods = [period];
  for (let known = periods.length; known < trendPeriods; known += 1) {
    const earlier = previousPeriod(range, periods[0] ?? period);
    if (earlier.to < firstDay) break;
    periods.unshift(earlier);
  }
  return periods;
}

function dayPeriod(day: Day): Period {
  return { value: day, from: day, to: day };
}

function weekPeriod(monday: Day): Period {
  return { value: monday, from: monday, to: addDays(monday, 6) };
}

function monthPeriod(first: Day): Period {
  const next = firstOfMonth(addDays(first, 31));
  return { value: first.slice(0, 7), from: first, to: addDays(next, -1) };
}
