import { detailText } from '#domain/operation/alarms.ts';
import { WebhookError } from '#server/gateways/alarmWebhook.ts';
import { mailFacts } from '#server/services/alarms/watchMail.ts';

/** Returns why a message was not sent, without addresses. */
export function failureOf(error: unknown): string {
  if (error instanceof WebhookError) return error.message;
  return `The mail server did not take it: ${detailText(mailFacts(error))}`;
}
