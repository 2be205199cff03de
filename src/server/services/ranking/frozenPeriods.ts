import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { RankingPeriod, RankingTime } from '#contract/ranking.ts';
import { type Day, dayOf } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';

/** Periods that a menu lists: years of days, and of everything longer all there will ever be. */
const periodsAtMost = 1_000;

/** Columns of `ranking_period` as the wire has them. */
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

/**
 * The frozen periods of a range, newest first, as seen on `currentDay`: those that had ended before it. Left out or in
 * the future it counts as today.
 */
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

/** One frozen period by its name, however old. */
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

/** A period as an entry of a time menu. */
export function toRankingTime({ value, from, to }: RankingPeriod): RankingTime {
  return { value, label: from === to ? from : `${from} – ${to}`, from, to };
}
