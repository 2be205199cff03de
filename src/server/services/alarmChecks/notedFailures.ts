import { lt } from 'drizzle-orm';
import {
  type AlarmName,
  type FailureRule,
  alarms,
  findAlarmRule,
} from '#domain/operation/alarms.ts';
import type { CorePlatform } from '#server/context.ts';
import type { AlarmFinding } from '#server/db/queries/alarms.ts';
import { alarmFailure } from '#server/db/schema/alarms.ts';

type FailureRow = typeof alarmFailure.$inferSelect;

/** Days for which failures are kept that nothing has followed. */
const keptDays = 7;

/** The alarms that noted failures raise. */
export const notedAlarms = (Object.keys(alarms) as AlarmName[]).filter(
  (name) => findAlarmRule(name)?.noted !== undefined,
);

/** Returns the noted failures that are enough for their alarm now. */
export async function findNotedFailures({ database, now }: CorePlatform): Promise<AlarmFinding[]> {
  const rows = await database.query.select().from(alarmFailure);
  const enough = rows.filter((row) => isEnough(row, now()));
  const isMailDown = enough.some(({ name }) => name === 'mail_refused');
  return enough.filter((row) => !(isMailDown && isAboutMail(row))).map(toFinding);
}

function isEnough({ name, failures, since, failed }: FailureRow, now: Date): boolean {
  const rule: FailureRule | undefined = findAlarmRule(name)?.noted;
  if (rule === undefined) return false;
  const minutes = (time: Date) => (now.getTime() - time.getTime()) / 60_000;
  if (minutes(failed) > rule.forgottenHours * 60) return false;
  return failures >= rule.failures || (rule.orMinutes ?? Infinity) <= minutes(since);
}

/** Whether it says that alarms do not go by mail, which a mail server that refuses everything implies. */
function isAboutMail({ name, subject }: FailureRow): boolean {
  return name === 'alarm_not_told' && subject === 'mail';
}

function toFinding({ name, subject, failures, detail }: FailureRow): AlarmFinding {
  return { name, subject, detail: failures === 1 ? detail : { failures, ...detail } };
}

/** Deletes failures that no longer count for any alarm. */
export async function deleteOldFailures({ database, now }: CorePlatform): Promise<void> {
  const oldest = new Date(now().getTime() - keptDays * 86_400_000);
  await database.query.delete(alarmFailure).where(lt(alarmFailure.failed, oldest));
}
