import { and, eq } from 'drizzle-orm';
import type { Period, TimedRange } from '#domain/ranking/ranking.ts';
import { dropOverrides } from '#domain/texts/text.ts';
import type { Database } from '#server/db/connect.ts';
import { rankingCategory, rankingPeriod, rankingRow } from '#server/db/schema/ranking.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { allowLongCount, countPeriod } from '#server/services/ranking/countPeriod.ts';
import { firstUsedDay } from '#server/services/ranking/duePeriods.ts';

/** Most characters of the reason, which is shown on the page of the period. */
const reasonCharacters = 500;

/**
 * Computes a frozen period again from the stored data. The page shows the reason, and an audit row contains the old
 * sums. The chain of records goes on with a record of it. Throws an `Error` for the operator when the period is not frozen, or the reason is empty or too long.
 */
export async function refreeze(
  database: Database,
  { range, period, reason }: { range: TimedRange; period: Period; reason: string },
  now: Date,
): Promise<void> {
  const note = dropOverrides(reason).trim();
  if (note === '' || note.length > reasonCharacters) {
    throw new Error(`The reason must have 1 to ${reasonCharacters} characters`);
  }
  const firstDay = await firstUsedDay(database.query);
  await database.transaction(async (transaction) => {
    await allowLongCount(transaction);
    const isPeriod = and(eq(rankingPeriod.range, range), eq(rankingPeriod.value, period.value));
    const [before] = await transaction
      .update(rankingPeriod)
      .set({ refrozen: now, note })
      .where(isPeriod)
      .returning({ own: rankingPeriod.own, imported: rankingPeriod.imported });
    if (before === undefined) {
      throw new Error(`The ${range} ranking ${period.value} is not frozen`);
    }
    for (const table of [rankingRow, rankingCategory]) {
      await transaction
        .delete(table)
        .where(and(eq(table.range, range), eq(table.value, period.value)));
    }
    await countPeriod(transaction, range, period, firstDay ?? period.from, {
      kind: 'refreeze',
      reason: note,
      now,
    });
    await writeAudit(transaction, 'ranking.refreeze', `${range}/${period.value}`, {
      reason: note,
      own_before: before.own,
      imported_before: before.imported,
    });
  });
}
