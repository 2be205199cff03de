import {
  type RandomNumbers,
  randomNumbers,
  zipfLike,
} from '#server/services/demo/randomNumbers.ts';

/** A made-up history, counted in days before its last day. */
export type SyntheticHistory = {
  /** Days from the GPT’s creation to the last day. */
  age: number;
  /** Conversations up to the first known day, that day included. */
  base: number;
  /** Conversations on each known day after the first, oldest first; the last one is the last day. */
  growth: readonly number[];
};

const usage = 2;
const conversationsOfTheLeast = 1_000;
const conversationsOfTheMost = 50_000_000;
const oldestAge = 800;

/** Monday to Sunday, as shares of a Monday. */
const weekdays = [1, 1.05, 1.03, 1, 0.9, 0.7, 0.75];

/**
 * The history of the made-up GPT number `index` of a seed over `days` days. Use among GPTs follows a power law; each one
 * rises or falls, rests at week-ends and has a rush now and then. Some begin within the days.
 */
export function syntheticHistory(seed: number, index: number, days: number): SyntheticHistory {
  const next = randomNumbers(seed, usage, index);
  const lifetime = Math.min(conversationsOfTheLeast * zipfLike(next), conversationsOfTheMost);
  const age = 2 + Math.floor(next() * oldestAge);
  const known = Math.min(days, age);
  const daily = lifetime / Math.max(age, 30);
  return {
    age,
    base: Math.floor(daily * (age - known + 1)),
    growth: growthOf(next, daily, known - 1),
  };
}

/** Conversations up to the last day. */
export function conversationsOf({ base, growth }: SyntheticHistory): number {
  return growth.reduce((sum, count) => sum + count, base);
}

function growthOf(next: RandomNumbers, daily: number, days: number): number[] {
  const trend = next() * 2.5 - 1;
  const rush = Math.floor(next() * 600);
  const firstWeekday = Math.floor(next() * 7);
  return Array.from({ length: Math.max(days, 0) }, (_, day) => {
    const season = weekdays[(firstWeekday + day) % 7] ?? 1;
    const rise = Math.exp(trend * (day / Math.max(days, 1) - 0.5));
    const rushed = day >= rush && day < rush + 5 ? 5 : 1;
    return Math.floor(daily * season * rise * rushed * (0.5 + next()) + next());
  });
}
