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

/** A span of days, both ends included. `value` is its name in URLs and time menus. */
export type Period = { value: string; from: Day; to: Day };

/** Consecutive days, both ends included, on which a source repeated the numbers of the day before. */
export type StillSpan = { source: string; from: Day; to: Day };

/**
 * The first places of a table have a line of description. Compared with three, 25 make a page 1.1 KB heavier (brotli 5, real
 * texts); a hundred would be 3.9 KB.
 */
export const describedPlaces = 25;

/** Longest description of a GPT in a table: about a line. Chinese, Japanese and Korean characters are twice as wide. */
export const rankedDescription = { narrow: 90, wide: 56 };

/** Number of newest days with their own page. Older days come from the API. */
export const rankingDayPages = 90;

/** Number of stored places of a frozen period, over all GPTs. */
export const keptRows = 1_000;

/** Largest number of periods in the trend of a place, including its own. */
export const trendPeriods = 12;

/** Hours between the end of a period and its freezing, so that late data are included. */
export const freezeDelayHours = 6;

/** Largest number of counted conversations of one user with one GPT per day. */
export const countedConversationsPerUserAndDay = 20;

/**
 * Smallest number of people of a GPT in a week that is stored and shown: a smaller one could tell who they are. Only weeks
 * have it, because a month less its weeks would give smaller numbers.
 */
export const shownUsersFloor = 5;

/** Returns the period of `range` with this name, such as `2026-11-16` or `2026-11`; `undefined` if there is none. */
export function periodOf(range: TimedRange, value: string): Period | undefined {
  const first = range === 'monthly' ? `${value}-01` : value;
  if (!isDay(first)) return undefined;
  if (range === 'daily') return dayPeriod(first);
  if (range === 'monthly') return monthPeriod(first);
  return mondayOf(first) === first ? weekPeriod(first) : undefined;
}

/** Returns the periods that end with `day`: the day, its week on a Sunday, its month on the last day of the month. */
export function periodsEndingOn(day: Day): { range: TimedRange; period: Period }[] {
  const ends: { range: TimedRange; period: Period }[] = [
    { range: 'daily', period: dayPeriod(day) },
    { range: 'weekly', period: weekPeriod(mondayOf(day)) },
    { range: 'monthly', period: monthPeriod(firstOfMonth(day)) },
  ];
  return ends.filter(({ period }) => period.to === day);
}

/** Returns the period before `period`. */
export function previousPeriod(range: TimedRange, period: Period): Period {
  if (range === 'daily') return dayPeriod(addDays(period.from, -1));
  if (range === 'weekly') return weekPeriod(addDays(period.from, -7));
  return monthPeriod(firstOfPreviousMonth(period.from));
}

/** Least number of conversations in a week of a rising GPT, because a few people can make any rate below. */
export const risingFloor = 20;

type Grown = { id: string; growth: number; rate: number };

/**
 * Returns the rows of "Rising this week" from those of the newest frozen week: growth of at least `risingFloor` and above
 * the week before, ordered by growth rate, then growth, then id.
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

/** Returns up to `trendPeriods` periods that end with `period`, oldest first, none before `firstDay`. */
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
