import { and, eq, lte } from 'drizzle-orm';
import type { Day } from '#domain/dates.ts';
import { countRanking, rankingResult, rankingRows } from '#domain/ranking/formula.ts';
import { type Period, type TimedRange, keptRows, previousPeriod } from '#domain/ranking/ranking.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertRanking } from '#server/db/queries/rankingCount.ts';
import { type PlaceBefore, readInputs } from '#server/db/queries/rankingInputs.ts';
import { rankingPeriod, rankingRow } from '#server/db/schema/ranking.ts';
import { setUntilCommit } from '#server/db/settings.ts';
import { type RecordReason, appendRecord } from '#server/services/ranking/appendRecord.ts';

/**
 * Raises the limits of time and memory until the commit: a month has millions of rows, one for each GPT and day, and a
 * transaction is idle while the period before is counted.
 */
export function allowLongCount(transaction: Executor): Promise<void> {
  return setUntilCommit(transaction, {
    statement_timeout: '10min',
    idle_in_transaction_session_timeout: '10min',
    work_mem: '64MB',
  });
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
 * Counts a period from the stored days with the published formula (`domain/ranking/formula.ts`), and writes its places,
 * those within categories (of a month), its sums, the freshness of the data, and a record for recomputing it. The row of
 * the period must exist. `firstDay` is the first day of all data. Returns the number of GPTs with a place; without any,
 * a freeze writes nothing. Throws `HistoryPending`. The places of the period before are read after `before` has ended.
 */
export async function countPeriod(
  transaction: Executor,
  range: TimedRange,
  period: Period,
  firstDay: Day,
  reason: RecordReason,
  before: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  const read = await readInputs(transaction, range, period, firstDay, async () => {
    await before;
    return placesBefore(transaction, range, period, firstDay);
  });
  if (read === undefined) throw new HistoryPending();
  const { inputs, dataUntil, still } = read;
  const counted = countRanking(inputs);
  if (counted.all.length === 0 && reason.kind === 'freeze') return 0;
  const countsUsers = range === 'weekly' && reason.kind === 'freeze';
  const isWritten = await insertRanking(transaction, {
    range,
    period,
    firstDay,
    counted,
    countsUsers,
  });
  // An import began since the days were read.
  if (!isWritten) throw new HistoryPending();
  const result = rankingResult(inputs, counted);
  const { own, imported } = result;
  await transaction
    .update(rankingPeriod)
    .set({ own, imported, dataUntil, still })
    .where(and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, period.value)));
  await appendRecord(transaction, range, { inputs, result }, reason);
  return counted.all.length;
}

/**
 * Returns the places of the period before: the frozen ones, or those that it would have if it had been frozen. One without
 * data on its last day never is.
 */
async function placesBefore(
  transaction: Executor,
  range: TimedRange,
  period: Period,
  firstDay: Day,
): Promise<PlaceBefore[]> {
  const before = previousPeriod(range, period);
  const isBefore = and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, before.value));
  const isFrozen = (await transaction.select().from(rankingPeriod).where(isBefore)).length > 0;
  if (isFrozen) {
    return transaction
      .select({ scope: rankingRow.scope, id: rankingRow.gptId, rank: rankingRow.rank })
      .from(rankingRow)
      .where(
        and(
          eq(rankingRow.range, range),
          eq(rankingRow.value, before.value),
          lte(rankingRow.rank, keptRows),
        ),
      );
  }
  if (before.to < firstDay) return [];
  const read = await readInputs(transaction, range, before, firstDay, async () => []);
  if (read === undefined) throw new HistoryPending();
  const { all, categories } = countRanking(read.inputs);
  return [['', all] as const, ...categories].flatMap(([scope, places]) =>
    places
      .slice(0, scope === '' ? keptRows : rankingRows)
      .map(({ id }, index) => ({ scope, id, rank: index + 1 })),
  );
}
