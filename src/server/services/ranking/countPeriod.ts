import { and, eq } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { type Period, type TimedRange, previousPeriod } from '#domain/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertRanking, isHistoryPending } from '#server/db/queries/rankingCount.ts';
import { rankingPeriod } from '#server/db/schema/ranking.ts';
import { setUntilCommit } from '#server/db/settings.ts';

/** A month of a large catalogue is millions of days: more time and memory than a query of a page may take. */
export function allowLongCount(transaction: Executor): Promise<void> {
  return setUntilCommit(transaction, { statement_timeout: '10min', work_mem: '64MB' });
}

/** Days of use still follow from a history whose import runs or was broken off: counting now would count a part. */
export class HistoryPending extends Error {
  constructor() {
    super(
      'The import of a history is not finished; rankings are frozen when it is. If none runs, import the file again',
    );
    this.name = 'HistoryPending';
  }
}

/**
 * Counts a period from the stored days and writes its places, those within categories (of a month), and its sums into
 * the row of the period, which must exist, with how fresh the data were. `firstDay` is the first day of all data. Returns
 * how many GPTs have a place that is kept. Throws `HistoryPending`.
 *
 * Growth is the conversations in the period, own and imported. Order: growth, rate, id. A GPT has no place when more
 * than half of the days belong to a gap or come after the end of its history, when it had no conversation, or when the
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
  // An import that began since the look above, seen by the same instant that was counted.
  if (places === undefined) throw new HistoryPending();
  return places;
}
