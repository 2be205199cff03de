import type { AlarmChange, AlarmWay } from '#domain/operation/alarms.ts';
import type { Config } from '#server/config.ts';
import type { CorePlatform } from '#server/context.ts';
import { postToWebhook } from '#server/gateways/alarmWebhook.ts';
import type { MailGateway } from '#server/gateways/mail/mail.ts';
import { alarmMail } from '#server/services/alarmChecks/alarmMail.ts';
import type { ListedAlarm } from '#server/services/alarms/openAlarms.ts';

/** A message about an alarm. One that is sent again has the same id. */
export type AlarmMessage = { id: string; change: AlarmChange | 'test'; alarm: ListedAlarm };

/** Sends a message. Throws if it did not arrive. */
export type Tell = (message: AlarmMessage) => Promise<void>;

/** Returns the ways in which the operator is told. */
export function configuredWays({ alarms: { email, webhook } }: Pick<Config, 'alarms'>): AlarmWay[] {
  return ['log', ...(email ? (['mail'] as const) : []), ...(webhook ? (['webhook'] as const) : [])];
}

/** Returns the ways that work in this process: one without mail leaves mails to others. */
export function openWays(
  { config, log }: CorePlatform,
  mail: MailGateway | undefined,
): Map<AlarmWay, Tell> {
  const ways = new Map<AlarmWay, Tell>();
  const { email, webhook } = config.alarms;
  ways.set('log', async ({ change, alarm }) => {
    const { name, subject, severity, detail, raised, meaning } = alarm;
    const fields = { alarm: name, change, subject, severity, raised, ...detail };
    if (change === 'resolved') log.warn(fields, `resolved: ${meaning}`);
    else log.error(fields, meaning);
  });
  if (email !== undefined && mail !== undefined) {
    ways.set('mail', (message) => mail.send(alarmMail(email, config.publicUrl, message)));
  }
  if (webhook !== undefined) {
    ways.set('webhook', ({ id, change, alarm: { id: number, quietUntil: _, ...alarm } }) =>
      postToWebhook(webhook, {
        id,
        value: { id, change, number, site: config.publicUrl, ...alarm },
      }),
    );
  }
  return ways;
}
