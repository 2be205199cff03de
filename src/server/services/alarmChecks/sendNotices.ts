import { eq } from 'drizzle-orm';
import type { AlarmWay } from '#domain/operation/alarms.ts';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { type DueNotice, lockDueNotice } from '#server/db/queries/alarms.ts';
import { alarm, alarmNotice } from '#server/db/schema/alarms.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { failureOf } from '#server/services/alarmChecks/sendFailure.ts';
import { type Tell, openWays } from '#server/services/alarmChecks/tellWays.ts';
import { noteFailure, noteSuccess } from '#server/services/alarms/noteFailure.ts';
import { toListed } from '#server/services/alarms/openAlarms.ts';

/** Tries of a message: with these pauses they take six hours. */
const mostAttempts = 12;
const longestPauseMinutes = 60;

/** Most messages of one run in one way. The next run sends the rest. */
const mostMessages = 50;

/** Sends the messages that are due. A way that does not work delays no other one, and waits for its next try. */
export async function sendNotices(
  platform: CorePlatform,
  mail: MailGateway | undefined,
): Promise<void> {
  const ways = [...openWays(platform, mail)];
  await Promise.all(ways.map(([way, tell]) => sendInOneWay(platform, way, tell)));
}

async function sendInOneWay(platform: CorePlatform, way: AlarmWay, tell: Tell): Promise<void> {
  for (let sent = 0; sent < mostMessages; sent += 1) {
    const outcome = await sendNext(platform, way, tell);
    if (outcome === 'none') return;
    if (outcome === 'sent') await noteSuccess(platform, { name: 'alarm_not_told', subject: way });
    else {
      const detail = { reason: outcome.failure };
      await noteFailure(platform, { name: 'alarm_not_told', subject: way, detail });
      return;
    }
  }
}

/** Sends one message, whose row is locked meanwhile. A process that is killed before the commit sends it twice. */
function sendNext(
  { database, now, log }: CorePlatform,
  way: AlarmWay,
  tell: Tell,
): Promise<'none' | 'sent' | { failure: string }> {
  return database.transaction(async (transaction) => {
    const notice = await lockDueNotice(transaction, way, now());
    if (!notice) return 'none';
    const { id, change, alarmId } = notice;
    const row = await findRow(transaction, alarm, eq(alarm.id, alarmId));
    if (!row) return 'none';
    try {
      await tell({ id: `alarm-${id}`, change, alarm: toListed(row) });
    } catch (error) {
      const failure = failureOf(error);
      log.warn({ alarm_notice: id, way, failure }, 'a message about an alarm was not sent');
      await postpone(transaction, notice, now());
      return { failure };
    }
    await transaction
      .update(alarmNotice)
      .set({ due: null, sent: now() })
      .where(eq(alarmNotice.id, id));
    return 'sent';
  });
}

async function postpone(transaction: Executor, notice: DueNotice, now: Date): Promise<void> {
  const attempts = notice.attempts + 1;
  const minutes = Math.min(2 ** notice.attempts, longestPauseMinutes);
  const due = attempts >= mostAttempts ? null : new Date(now.getTime() + minutes * 60_000);
  await transaction.update(alarmNotice).set({ attempts, due }).where(eq(alarmNotice.id, notice.id));
}
