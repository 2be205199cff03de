import type { EnvironmentReader } from '#server/environment.ts';

/** The operator's webhook, and the secret of its signatures in Base64. */
export type AlarmWebhook = { url: string; secret: string };

/** Where the operator is told about alarms, besides the log. */
export type AlarmConfig = { email: string | undefined; webhook: AlarmWebhook | undefined };

/** At least 24 bytes in Base64. */
const secretPattern = /^(?:whsec_)?[A-Za-z\d+/]{32,}={0,2}$/;

export function readAlarms(read: EnvironmentReader, email: string | undefined): AlarmConfig {
  const url = read.httpUrl('ALARM_WEBHOOK');
  const secret = read.text('ALARM_WEBHOOK_SECRET');
  if ((url === undefined) !== (secret === undefined)) {
    read.problems.push('ALARM_WEBHOOK and ALARM_WEBHOOK_SECRET must be set together');
  }
  if (secret !== undefined && !secretPattern.test(secret)) {
    read.problems.push(
      'ALARM_WEBHOOK_SECRET must be at least 24 random bytes in Base64: openssl rand -base64 24',
    );
  }
  const webhook = url === undefined || secret === undefined ? undefined : { url, secret };
  return { email, webhook };
}
