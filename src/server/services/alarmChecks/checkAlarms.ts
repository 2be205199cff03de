import {
  type AlarmChange,
  type AlarmName,
  type AlarmWay,
  alarms,
  findAlarmRule,
} from '#domain/operation/alarms.ts';
import type { CorePlatform } from '#server/context.ts';
import { enqueueTask } from '#server/db/jobs.ts';
import { tryLockUntilCommit } from '#server/db/locks.ts';
import {
  type AlarmFinding,
  type ChangedAlarm,
  type NewNotice,
  addNotices,
  addReminders,
  findNotified,
  findUntold,
  raiseAlarms,
  resolveAlarms,
} from '#server/db/queries/alarms.ts';
import { redactedError } from '#server/errors.ts';
import { conditions } from '#server/services/alarmChecks/conditions.ts';
import { configuredWays } from '#server/services/alarmChecks/tellWays.ts';

/** The advisory lock by which one process changes alarms at a time. */
const lockKey = 7_301_120;

/** The task that sends the messages. */
export const tellTask = 'tell_alarms';

/** The operator is reminded of these every day. */
const reminded = Object.keys(alarms).filter((name) => findAlarmRule(name)?.severity === 'critical');

/**
 * Checks all conditions, and raises and resolves alarms. Each change and its messages are one transaction, so that several
 * processes tell the operator once.
 */
export async function checkAlarms(platform: CorePlatform): Promise<void> {
  const { database, now } = platform;
  const time = now();
  const { findings, checked } = await readConditions(platform);
  const rules = checked.map((name) => ({ name, minutes: alarms[name].clearMinutes }));
  const isTelling = await database.transaction(async (transaction) => {
    if (!(await tryLockUntilCommit(transaction, lockKey))) return false;
    await raiseAlarms(transaction, onePerSubject(findings), time);
    const resolved = await resolveAlarms(transaction, rules, time);
    const untold = await findUntold(transaction, time);
    const notified = await findNotified(
      transaction,
      resolved.map(({ id }) => id),
    );
    const ended = resolved.filter(({ id }) => notified.has(id));
    const ways = configuredWays(platform.config);
    const notices = [...noticesOf(untold, 'raised', ways), ...noticesOf(ended, 'resolved', ways)];
    await addNotices(transaction, notices, time);
    await addReminders(transaction, reminded, time);
    return notices.length > 0;
  });
  if (isTelling) await enqueueTask(database.query, tellTask);
}

/** Reads the conditions one after the other. Alarms whose condition cannot be read stay as they are. */
async function readConditions(
  platform: CorePlatform,
): Promise<{ findings: AlarmFinding[]; checked: AlarmName[] }> {
  const findings: AlarmFinding[] = [];
  const checked: AlarmName[] = [];
  for (const { names, find } of conditions) {
    try {
      findings.push(...(await find(platform)));
      checked.push(...names);
    } catch (error) {
      platform.log.warn({ alarms: names, error: redactedError(error) }, 'alarms were not checked');
    }
  }
  return { findings, checked };
}

/** Leaves one finding for each alarm: two keys of a provider may have the same label. */
function onePerSubject(findings: readonly AlarmFinding[]): AlarmFinding[] {
  return [...new Map(findings.map((one) => [`${one.name} ${one.subject}`, one])).values()];
}

function noticesOf(
  changed: readonly (ChangedAlarm & { day?: number })[],
  change: AlarmChange,
  ways: readonly AlarmWay[],
): NewNotice[] {
  return changed.flatMap((one) =>
    ways
      .filter((way) => change === 'resolved' || !isBroken(one, way))
      .map((way) => ({ alarmId: one.id, way, change, day: one.day ?? 0 })),
  );
}

/** Whether an alarm says that this way does not work. */
function isBroken({ name, subject }: ChangedAlarm, way: AlarmWay): boolean {
  if (name === 'mail_refused') return way === 'mail';
  return name === 'alarm_not_told' && subject === way;
}
