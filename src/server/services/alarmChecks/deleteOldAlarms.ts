import { lt } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { alarm } from '#server/db/schema/alarms.ts';
import { deleteOldFailures } from '#server/services/alarmChecks/notedFailures.ts';

/** Days after the end for which alarms are kept, for reports about a year. */
const keptDays = 400;

/** Deletes old alarms with their messages, and failures that no longer count. */
export async function deleteOldAlarms(platform: CorePlatform): Promise<void> {
  const { database, now } = platform;
  const oldest = new Date(now().getTime() - keptDays * 86_400_000);
  await database.query.delete(alarm).where(lt(alarm.resolved, oldest));
  await deleteOldFailures(platform);
}
