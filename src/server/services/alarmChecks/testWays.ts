import { randomUUID } from 'node:crypto';
import { type AlarmWay, alarmWays } from '#domain/operation/alarms.ts';
import type { MailPlatform } from '#server/context.ts';
import { failureOf } from '#server/services/alarmChecks/sendFailure.ts';
import { type AlarmMessage, openWays } from '#server/services/alarmChecks/tellWays.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';
import type { ListedAlarm } from '#server/services/alarms/openAlarms.ts';

export type WayTest = {
  way: AlarmWay;
  outcome: 'arrived' | 'failed' | 'not configured';
  /** Why it failed. */
  reason: string | null;
};

/** Sends a test message in each way. Returns which of them arrived; the alarms learn it, too. */
export async function testWays(platform: MailPlatform): Promise<WayTest[]> {
  const { now } = platform;
  const alarm: ListedAlarm = {
    id: 0,
    name: 'test',
    subject: '',
    severity: 'warning',
    meaning: 'This is a test of the alarms. Nothing is wrong.',
    action: '',
    detail: {},
    raised: now(),
    seen: now(),
    times: 1,
    resolved: null,
    quietUntil: null,
  };
  const message: AlarmMessage = { id: `alarm-test-${randomUUID()}`, change: 'test', alarm };
  const ways = openWays(platform, platform.mail);
  const tests: WayTest[] = [];
  for (const way of alarmWays) {
    const tell = ways.get(way);
    if (!tell) {
      tests.push({ way, outcome: 'not configured', reason: null });
      continue;
    }
    try {
      await tell(message);
      tests.push({ way, outcome: 'arrived', reason: null });
      await noteSuccess(platform, { name: 'alarm_not_told', subject: way });
    } catch (error) {
      const reason = failureOf(error);
      tests.push({ way, outcome: 'failed', reason });
      await noteFailure(platform, { name: 'alarm_not_told', subject: way, detail: { reason } });
    }
  }
  return tests;
}
