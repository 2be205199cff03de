import { desc, eq, sql } from 'drizzle-orm';
import type { RankingPeriod } from '#contract/ranking/ranking.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { qualified } from '#server/db/qualified.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';
import { periodColumns } from '#server/services/ranking/frozenPeriods.ts';

/** Lists the newest frozen periods of a range or of all, each with its range and number of places. */
export async function listRankings(
  query: Executor,
  range: TimedRange | undefined,
  most: number,
): Promise<(RankingPeriod & { range: TimedRange; places: number })[]> {
  return query
    .select({
      range: rankingPeriod.range,
      ...periodColumns,
      places: sql<number>`(
        select count(*)::int from ranking_row
        where ranking_row.range = ${qualified(rankingPeriod.range)}
          and ranking_row.value = ${qualified(rankingPeriod.value)} and scope = '')`,
    })
    .from(rankingPeriod)
    .where(range && eq(rankingPeriod.range, range))
    .orderBy(desc(rankingPeriod.lastDay), rankingPeriod.range)
    .limit(most);
}
