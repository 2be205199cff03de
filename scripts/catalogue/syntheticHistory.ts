import {
  type RandomNumbers,
  randomNumbers,
  zipfLike,
} from '#server/services/demo/randomNumbers.ts';

/** A made-up history, in days before its last day. */
export type SyntheticHistory = {
  /** Days from the GPT’s creation to the last day. */
  age: number;
  /** Conversations up to the first known day, that day included. */
  base: number;
  /** Conversations on each known day after the first, oldest first. */
  growth: readonly number[];
};

/** Selects the random numbers for histories; `syntheticGpt.ts` uses others. */
const usage = 2;
const leastConversations = 1_000;
const mostConversations = 50_000_000;
const oldestAge = 800;

/** Conversations on Monday to Sunday, relative to Monday. */
const weekdays = [1, 1.05, 1.03, 1, 0.9, 0.7, 0.75];

/**
 * Returns the history of the made-up GPT number `index` of a seed over `days` days. Conversations by GPT follow a power law.
 * Each GPT has a rising or falling trend, fewer conversations at weekends, and sometimes a peak of 5 days. Some GPTs were
 * created within the days.
 */
export function syntheticHistory(seed: number, index: number, days: number): SyntheticHistory {
  const next = randomNumbers(seed, usage, index);
  const lifetime = Math.min(leastConversations * zipfLike(next), mostConversations);
  const age = 2 + Math.floor(next() * oldestAge);
  const known = Math.min(days, age);
  const daily = lifetime / Math.max(age, 30);
  return {
    age,
    base: Math.floor(daily * (age - known + 1)),
    growth: growthOf(next, daily, known - 1),
  };
}

/** Returns the number of conversations up to the last day. */
export function conversationsOf({ base, growth }: SyntheticHistory): number {
  return growth.reduce((sum, count) => sum + count, base);
}

function growthOf(next: RandomNumbers, daily: number, days: number): number[] {
  const trend = next() * 2.5 - 1;
  const peakStart = Math.floor(next() * 600);
  const firstWeekday = Math.floor(next() * 7);
  return Array.from({ length: Math.max(days, 0) }, (_, day) => {
    const season = weekdays[(firstWeekday + day) % 7] ?? 1;
    const rise = Math.exp(trend * (day / Math.max(days, 1) - 0.5));
    const peakFactor = day >= peakStart && day < peakStart + 5 ? 5 : 1;
    return Math.floor(daily * season * rise * peakFactor * (0.5 + next()) + next());
  });
}
