import { and, eq, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { alarm } from '#server/db/schema/alarms.ts';
import { AppError } from '#server/errors.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/**
 * Sends nothing about an open alarm, nor about the same one if it is raised again, until the hours are over; 0 hours end
 * that. Throws `not_found`.
 */
export async function quietAlarm(
  { database, now }: CorePlatform,
  id: number,
  hours: number,
): Promise<Date | null> {
  const until = hours === 0 ? null : new Date(now().getTime() + hours * 3_600_000);
  return database.transaction(async (transaction) => {
    const [found] = await transaction
      .update(alarm)
      .set({ quietUntil: until })
      .where(and(eq(alarm.id, id), isNull(alarm.resolved)))
      .returning({ name: alarm.name, subject: alarm.subject });
    if (!found)
      throw new AppError('not_found', `No open alarm has the number ${id}: dolores alarms`);
    await writeAudit(transaction, 'alarms.quiet', `${found.name} ${found.subject}`.trim(), {
      hours,
    });
    return until;
  });
}
