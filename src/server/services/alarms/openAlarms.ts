import { desc, isNull } from 'drizzle-orm';
import {
  type AlarmDetail,
  type AlarmSeverity,
  detailText,
  findAlarmRule,
} from '#domain/operation/alarms.ts';
import type { Database } from '#server/db/connect.ts';
import { readLastRun } from '#server/db/jobs.ts';
import { alarm } from '#server/db/schema/alarms.ts';

/** An alarm with its texts. */
export type ListedAlarm = {
  id: number;
  name: string;
  /** The provider, task, site or disk; empty if there is only one. */
  subject: string;
  severity: AlarmSeverity;
  meaning: string;
  action: string;
  detail: AlarmDetail;
  raised: Date;
  /** The last check at which its condition held, and the number of these checks. */
  seen: Date;
  times: number;
  resolved: Date | null;
  quietUntil: Date | null;
};

type AlarmRow = typeof alarm.$inferSelect;

/** Lists the open alarms: critical ones first, then the oldest. */
export async function openAlarms({ query }: Pick<Database, 'query'>): Promise<ListedAlarm[]> {
  const rows = await query.select().from(alarm).where(isNull(alarm.resolved)).orderBy(alarm.raised);
  const listed = rows.map(toListed);
  const isCritical = ({ severity }: ListedAlarm) => severity === 'critical';
  return [...listed.filter(isCritical), ...listed.filter((one) => !isCritical(one))];
}

/** The task that checks the conditions each minute. */
export const checkTask = 'check_alarms';

/** Returns when the conditions were checked last; `undefined` if never. An old time means that no process runs jobs. */
export function lastAlarmCheck({ query }: Pick<Database, 'query'>): Promise<Date | undefined> {
  return readLastRun(query, checkTask);
}

/** Lists open and resolved alarms, those raised last first. */
export async function listAlarms(
  { query }: Pick<Database, 'query'>,
  limit: number,
): Promise<ListedAlarm[]> {
  const rows = await query
    .select()
    .from(alarm)
    .orderBy(desc(alarm.raised), desc(alarm.id))
    .limit(limit);
  return rows.map(toListed);
}

export function toListed(row: AlarmRow): ListedAlarm {
  const { id, name, subject, detail, raised, seen, times, resolved, quietUntil } = row;
  // A name of another version has no rule.
  const { severity = 'warning', meaning = name, action = '' } = findAlarmRule(name) ?? {};
  const texts = { severity, meaning, action };
  return { id, name, subject, ...texts, detail, raised, seen, times, resolved, quietUntil };
}

/** Returns an alarm as one line: its name, subject and facts. */
export function alarmLine({ name, subject, detail }: ListedAlarm): string {
  const facts = detailText(detail);
  return `${name}${subject === '' ? '' : ` ${subject}`}${facts === '' ? '' : ` (${facts})`}`;
}
