import { sql } from 'drizzle-orm';
import type { RankingPeriod } from '#contract/ranking.ts';
import { type TimedRange } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { periodColumns } from '#server/services/ranking/frozenPeriods.ts';

/** The newest frozen periods of a range or of all, newest first, each with its range and how many GPTs have a place. */
export async function listRankings(
  query: Executor,
  range: TimedRange | undefined,
  most: number,
): Promise<(RankingPeriod & { range: TimedRange; places: number })[]> {
  const { rows } = await query.execute<RankingPeriod & { range: TimedRange; places: number }>(sql`
    select range, ${periodColumns}, (
      select count(*)::int from ranking_row
      where ranking_row.range = period.range and ranking_row.value = period.value and scope = '') as places
    from ranking_period as period
    where ${range ?? null}::text is null or range = ${range ?? null}
    order by last_day desc, range limit ${most}`);
  return rows;
}
