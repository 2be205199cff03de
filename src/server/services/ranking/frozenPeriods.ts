import { sql } from 'drizzle-orm';
import type { RankingPeriod, RankingTime } from '#contract/ranking.ts';
import { dayOf } from '#domain/dates.ts';
import type { TimedRange } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';

/** Periods that a menu lists: years of days, and of everything longer all there will ever be. */
const periodsAtMost = 1_000;

/** Columns of `ranking_period` as the wire has them. */
export const periodColumns = sql`
  value, first_day::text as "from", last_day::text as "to", own::float8 as own, imported::float8 as imported,
  data_until::text as data_until, still,
  (frozen at time zone 'UTC')::date::text as frozen, (refrozen at time zone 'UTC')::date::text as refrozen, note`;

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
  const { rows } = await query.execute<RankingPeriod>(sql`
    select ${periodColumns} from ranking_period
    where range = ${range} and last_day < ${seenFrom}
    order by last_day desc limit ${periodsAtMost}`);
  return rows;
}

/** One frozen period by its name, however old. */
export async function frozenPeriod(
  query: Executor,
  range: TimedRange,
  value: string,
): Promise<RankingPeriod | undefined> {
  const { rows } = await query.execute<RankingPeriod>(
    sql`select ${periodColumns} from ranking_period where range = ${range} and value = ${value}`,
  );
  return rows[0];
}

/** A period as an entry of a time menu. */
export function toRankingTime({ value, from, to }: RankingPeriod): RankingTime {
  return { value, label: from === to ? from : `${from} – ${to}`, from, to };
}
