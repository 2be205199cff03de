import type { AlarmWebhook } from '#server/alarmConfig.ts';
import { webhookSignature } from '#server/gateways/webhookSignature.ts';

const timeoutMilliseconds = 10_000;

/** The webhook did not take a message. The text contains neither its address nor what it returned. */
export class WebhookError extends Error {
  constructor(reason: string) {
    super(`The webhook ${reason}`);
    this.name = 'WebhookError';
  }
}

/**
 * Posts JSON to the operator's webhook, signed over id, time and body. A message that is sent again has the same id. The
 * address is the operator's own choice, so it may be in a private network; redirects are not followed. Throws
 * `WebhookError` unless the status is 2xx within 10 seconds.
 */
export async function postToWebhook(
  { url, secret }: AlarmWebhook,
  { id, value }: { id: string; value: unknown },
): Promise<void> {
  const body = JSON.stringify(value);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Dolores',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(secret, { id, timestamp, body }),
    },
    body,
    redirect: 'manual',
    signal,
  }).catch(() => {
    throw new WebhookError(signal.aborted ? 'did not answer in time' : 'could not be reached');
  });
  // Its body is not needed, and may never end.
  await response.body?.cancel().catch(() => undefined);
  if (!response.ok) throw new WebhookError(`returned the status ${response.status}`);
}
