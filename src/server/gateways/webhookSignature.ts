import { createHmac } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';
import { isSameSecret } from '#server/isSameSecret.ts';

/** A message of a webhook by Standard Webhooks (https://www.standardwebhooks.com). `timestamp` is in seconds since 1970. */
type Message = { id: string; timestamp: string; body: Uint8Array | string };

/** Returns the signature over id, time and body. `secret` is in Base64, perhaps with `whsec_` before it. */
export function webhookSignature(secret: string, { id, timestamp, body }: Message): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `v1,${digest.digest('base64')}`;
}

/** Whether one of a message's signatures is right, as Replicate signs. */
export function isSignedWebhook(
  secret: string,
  body: Uint8Array,
  headers: Headers,
  now = Date.now(),
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !isNearTime(timestamp, now)) return false;
  const expected = webhookSignature(secret, { id, timestamp, body });
  // As texts, because several texts in Base64 have the same bytes.
  const given = (headers.get('webhook-signature') ?? '').split(' ');
  return given.some((signature) => isSameSecret(signature, expected));
}
