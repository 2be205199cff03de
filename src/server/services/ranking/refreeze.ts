import { sql } from 'drizzle-orm';
import { type Period, type TimedRange } from '#domain/ranking.ts';
import { dropOverrides } from '#domain/text.ts';
import type { Database } from '#server/db/connect.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { allowLongCount, countPeriod } from '#server/services/ranking/countPeriod.ts';
import { firstUsedDay } from '#server/services/ranking/duePeriods.ts';

/** Longest reason, which stands on the page of the period. */
const reasonCharacters = 500;

/**
 * Counts a frozen period again from what is stored now. The reason is shown with it, and an audit row tells what its
 * sums were. Throws a sentence when the period is not frozen or the reason is empty or too long.
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
    await transaction.execute(allowLongCount);
    const { rows } = await transaction.execute<{ own: string; imported: string }>(sql`
      update ranking_period set refrozen = ${now.toISOString()}, note = ${note}
      where range = ${range} and value = ${period.value} returning own, imported`);
    const [before] = rows;
    if (before === undefined) {
      throw new Error(`The ${range} ranking ${period.value} is not frozen`);
    }
    for (const table of [sql`ranking_row`, sql`ranking_category`]) {
      await transaction.execute(
        sql`delete from ${table} where range = ${range} and value = ${period.value}`,
      );
    }
    await countPeriod(transaction, range, period, firstDay ?? period.from);
    await writeAudit(transaction, 'ranking.refreeze', `${range}/${period.value}`, {
      reason: note,
      own_before: Number(before.own),
      imported_before: Number(before.imported),
    });
  });
}
