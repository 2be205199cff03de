import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { RankingPeriod, RankingTime } from '#contract/ranking/ranking.ts';
import { type Day, dayOf } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';

/** Most periods in a menu: several years of days, and all longer periods. */
const periodsAtMost = 1_000;

/** Columns of `ranking_period` in the shape of the contract. */
export const periodColumns = {
  value: rankingPeriod.value,
  from: rankingPeriod.firstDay,
  to: rankingPeriod.lastDay,
  own: rankingPeriod.own,
  imported: rankingPeriod.imported,
  data_until: rankingPeriod.dataUntil,
  still: rankingPeriod.still,
  frozen: sql<Day>`(${rankingPeriod.frozen} at time zone 'UTC')::date::text`.as('frozen_day'),
  refrozen: sql<Day | null>`(${rankingPeriod.refrozen} at time zone 'UTC')::date::text`.as(
    'refrozen_day',
  ),
  note: rankingPeriod.note,
};

/** Returns the frozen periods of a range that ended before `currentDay`, by default today, newest first. */
export async function frozenPeriods(
  query: Executor,
  range: TimedRange,
  now: Date,
  currentDay: string | undefined,
): Promise<RankingPeriod[]> {
  const today = dayOf(now);
  const seenFrom = currentDay === undefined || currentDay > today ? today : currentDay;
  return query
    .select(periodColumns)
    .from(rankingPeriod)
    .where(and(eq(rankingPeriod.range, range), lt(rankingPeriod.lastDay, seenFrom)))
    .orderBy(desc(rankingPeriod.lastDay))
    .limit(periodsAtMost);
}

export async function frozenPeriod(
  query: Executor,
  range: TimedRange,
  value: string,
): Promise<RankingPeriod | undefined> {
  const [period] = await query
    .select(periodColumns)
    .from(rankingPeriod)
    .where(and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, value)));
  return period;
}

export function toRankingTime({ value, from, to }: RankingPeriod): RankingTime {
  return { value, label: from === to ? from : `${from} – ${to}`, from, to };
}
