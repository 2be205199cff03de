import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AlarmChange, AlarmDetail, AlarmWay } from '#domain/operation/alarms.ts';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { alarm, alarmNotice } from '#server/db/schema/alarms.ts';

/*
 * The state of alarms. Raw, because each change is one conditional statement, so that servers that check at the same time
 * raise and resolve each alarm once.
 */

/** A condition that holds now. */
export type AlarmFinding = { name: string; subject: string; detail: AlarmDetail };

const changed = { id: alarm.id, name: alarm.name, subject: alarm.subject };
export type ChangedAlarm = RowOf<typeof changed>;

/** Opens an alarm for each finding, or marks the open one as seen. */
export async function raiseAlarms(
  transaction: Executor,
  findings: readonly AlarmFinding[],
  now: Date,
): Promise<void> {
  if (findings.length === 0) return;
  const time = now.toISOString();
  await transaction.execute(sql`
    insert into alarm as open (name, subject, detail, raised, seen, quiet_until)
    select found.name, found.subject, found.detail, ${time}::timestamptz, ${time}::timestamptz,
      (select max(earlier.quiet_until) from alarm earlier where earlier.name = found.name
        and earlier.subject = found.subject and earlier.quiet_until > ${time}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(findings)}::jsonb) as found (name text, subject text, detail jsonb)
    order by 1, 2
    on conflict (name, subject) where resolved is null do update set
      seen = excluded.seen, times = open.times + 1, gone = null, detail = excluded.detail`);
}

const untold = { ...changed, day: alarmNotice.day };

/** Returns the alarms whose condition holds and that nobody was told about: new ones, and those whose quiet time is over. */
export async function findUntold(
  transaction: Executor,
  now: Date,
): Promise<RowOf<typeof untold>[]> {
  const time = now.toISOString();
  const { rows } = await transaction.execute(sql`
    select id, name, subject,
      floor(extract(epoch from ${time}::timestamptz - raised) / 86400)::int as day
    from alarm open
    where resolved is null and gone is null
      and (quiet_until is null or quiet_until <= ${time}::timestamptz)
      and not exists (select from alarm_notice where alarm_id = open.id and change = 'raised')
    order by id`);
  return parseRows(untold, rows);
}

/** An alarm that was checked, and the minutes for which its condition must be gone. */
export type CheckedAlarm = { name: string; minutes: number };

/**
 * Marks open alarms of these names that were not seen at `now` as gone, and resolves those that were gone for their
 * minutes. Returns the resolved ones.
 */
export async function resolveAlarms(
  transaction: Executor,
  checked: readonly CheckedAlarm[],
  now: Date,
): Promise<ChangedAlarm[]> {
  const time = now.toISOString();
  const { rows } = await transaction.execute(sql`
    update alarm as open set
      gone = coalesce(gone, ${time}::timestamptz),
      resolved = case when coalesce(gone, ${time}::timestamptz) + make_interval(secs => rule.minutes * 60)
        <= ${time}::timestamptz then ${time}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as rule (name text, minutes float8)
    where open.name = rule.name and open.resolved is null and open.seen < ${time}::timestamptz
    returning open.id, open.name, open.subject, open.resolved is not null as resolved`);
  return parseRows({ ...changed, resolved: z.boolean() }, rows)
    .filter(({ resolved }) => resolved)
    .map(({ id, name, subject }) => ({ id, name, subject }));
}

/** A message about an alarm. */
export type NewNotice = { alarmId: number; way: AlarmWay; change: AlarmChange; day: number };

/** Adds messages that are due now, each at most once. */
export async function addNotices(
  transaction: Executor,
  notices: readonly NewNotice[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  await transaction
    .insert(alarmNotice)
    .values(notices.map((notice) => ({ ...notice, due: now })))
    .onConflictDoNothing();
}

/**
 * Adds a reminder for each open alarm of these names, in each way in which it was raised, once for each full day since
 * then; after a quiet time, for each one since it was told.
 */
export async function addReminders(
  transaction: Executor,
  names: readonly string[],
  now: Date,
): Promise<void> {
  const time = now.toISOString();
  await transaction.execute(sql`
    insert into alarm_notice (alarm_id, way, change, day, due)
    select alarm_id, way, 'reminder', day, ${time}::timestamptz from (
      select raised.alarm_id, raised.way,
        raised.day as told,
        floor(extract(epoch from ${time}::timestamptz - open.raised) / 86400)::int as day
      from alarm open join alarm_notice raised on raised.alarm_id = open.id and raised.change = 'raised'
      where open.resolved is null and open.name = any(${sql.param([...names])}::text[])
        and (open.quiet_until is null or open.quiet_until <= ${time}::timestamptz)) as due
    where day > told
    on conflict (alarm_id, way, change, day) do nothing`);
}

/** Returns which of these alarms the operator got a message about when they were raised. */
export async function findNotified(
  transaction: Executor,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await transaction.execute(sql`
    select distinct alarm_id as id from alarm_notice
    where change = 'raised' and alarm_id = any(${sql.param([...ids])}::bigint[])`);
  return new Set(parseRows({ id: alarm.id }, rows).map(({ id }) => id));
}

const dueNotice = {
  id: alarmNotice.id,
  way: alarmNotice.way,
  change: alarmNotice.change,
  attempts: alarmNotice.attempts,
  alarmId: alarmNotice.alarmId,
};
export type DueNotice = RowOf<typeof dueNotice>;

/**
 * Returns the next due message of a way, locked until the transaction ends, so that one process sends it. A message waits
 * for earlier ones about the same alarm.
 */
export async function lockDueNotice(
  transaction: Executor,
  way: AlarmWay,
  now: Date,
): Promise<DueNotice | undefined> {
  const { rows } = await transaction.execute(sql`
    select id, way, change, attempts, alarm_id as "alarmId" from alarm_notice notice
    where way = ${way} and due <= ${now.toISOString()}::timestamptz
      and not exists (select from alarm_notice before where before.alarm_id = notice.alarm_id
        and before.way = notice.way and before.due is not null and before.id < notice.id)
    order by id limit 1 for update skip locked`);
  return parseRows(dueNotice, rows)[0];
}
