import { sql } from 'drizzle-orm';
import type { RankingTime } from '#contract/ranking.ts';
import { dayOf } from '#domain/dates.ts';
import { type TimedRange, closedPeriods } from '#domain/ranking.ts';
import type { Context } from '#server/context.ts';

/** Entries of a time menu. */
const periodsAtMost = 520;

/**
 * The closed periods of `range` that can have data, newest first, as seen on `currentDay` (`YYYY-MM-DD`, UTC; a day
 * in the future counts as today).
 */
export async function timeMenu(
  context: Context,
  range: TimedRange,
  currentDay: string | undefined,
): Promise<RankingTime[]> {
  const today = dayOf(context.now());
  const seenFrom = currentDay === undefined || currentDay > today ? today : currentDay;
  const { rows } = await context.database.query.execute<{ first: string | null }>(
    sql`select min(day)::text as first from gpt_usage_day where imported + own > 0`,
  );
  return closedPeriods(range, seenFrom, rows[0]?.first ?? undefined, periodsAtMost).map(
    (period) => ({
      ...period,
      label: period.from === period.to ? period.from : `${period.from} – ${period.to}`,
    }),
  );
}
