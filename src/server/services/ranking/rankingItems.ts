import { and, asc, eq, lte } from 'drizzle-orm';
import type { GptCard } from '#contract/gpts/gpts.ts';
import type { RankingNumbers } from '#contract/ranking/ranking.ts';
import type { Day } from '#domain/dates.ts';
import { rankingRows } from '#domain/ranking/formula.ts';
import type { TimedRange } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { gpt } from '#server/db/schema/gpts.ts';
import { rankingRow } from '#server/db/schema/ranking.ts';
import { isShownGpt } from '#server/db/queries/shownGpts.ts';
import { cardColumns, toGptCard } from '#server/services/gpts/toGpt.ts';

/**
 * Returns the first hundred places of a frozen period, among all GPTs or within a category. GPTs that are no longer
 * shown are left out; the others keep their places.
 */
export async function rankingItems(
  query: Executor,
  range: TimedRange,
  value: string,
  scope: string,
  closedDay: Day,
): Promise<(RankingNumbers & { gpt: GptCard })[]> {
  const rows = await query
    .select({ place: rankingRow, card: cardColumns(closedDay) })
    .from(rankingRow)
    .innerJoin(gpt, and(eq(gpt.id, rankingRow.gptId), isShownGpt))
    .where(
      and(
        eq(rankingRow.range, range),
        eq(rankingRow.value, value),
        eq(rankingRow.scope, scope),
        lte(rankingRow.rank, rankingRows),
      ),
    )
    .orderBy(asc(rankingRow.rank));
  return rows.map(({ place, card }) => ({
    rank: place.rank,
    own: place.own,
    imported: place.imported,
    previous: place.previous,
    movement: place.movement,
    is_new: place.isNew,
    is_estimated: place.isEstimated,
    trend: place.trend,
    gpt: toGptCard(card),
  }));
}
