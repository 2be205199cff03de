import { and, eq } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { type Period, type TimedRange, previousPeriod } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertRanking, isHistoryPending } from '#server/db/queries/rankingCount.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';
import { setUntilCommit } from '#server/db/settings.ts';

/** Raises the limits of time and memory until the commit: a month has millions of rows, one for each GPT and day. */
export function allowLongCount(transaction: Executor): Promise<void> {
  return setUntilCommit(transaction, { statement_timeout: '10min', work_mem: '64MB' });
}

/** Thrown while daily use is not completely derived from imported histories: a ranking would be incomplete. */
export class HistoryPending extends Error {
  constructor() {
    super(
      'The import of a history is not finished; rankings are frozen when it is. If none runs, import the file again',
    );
    this.name = 'HistoryPending';
  }
}

/**
 * Computes a period from the stored days and writes its places, those within categories (of a month), its sums and the
 * freshness of the data. The row of the period must exist. `firstDay` is the first day of all data. Returns the number
 * of stored places. Throws `HistoryPending`.
 *
 * Growth is the number of conversations in the period, own and imported. Order: growth, rate, id. A GPT has no place if
 * more than half of the days belong to a gap or are after the end of its history, if it had no conversation, or if the
 * catalogue does not show it now.
 */
export async function countPeriod(
  transaction: Executor,
  range: TimedRange,
  period: Period,
  firstDay: Day,
): Promise<number> {
  if (await isHistoryPending(transaction)) throw new HistoryPending();
  const { value } = previousPeriod(range, period);
  const before = await transaction
    .select({ value: rankingPeriod.value })
    .from(rankingPeriod)
    .where(and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, value)));
  const isFrozenBefore = before.length > 0;
  const places = await insertRanking(transaction, { range, period, firstDay, isFrozenBefore });
  // An import began since the check above; this query saw it together with the counted days.
  if (places === undefined) throw new HistoryPending();
  return places;
}
