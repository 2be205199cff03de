import { createHmac, timingSafeEqual } from 'node:crypto';
import { isNearTime } from '#server/gateways/signedTime.ts';

/**
 * Whether one of a message's signatures is right by Standard Webhooks (https://www.standardwebhooks.com), as Replicate
 * signs.
 */
export function isSignedWebhook(
  secret: string,
  body: Uint8Array,
  headers: Headers,
  now = Date.now(),
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !isNearTime(timestamp, now)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${digest.digest('base64')}`);
  const given = (headers.get('webhook-signature') ?? '').split(' ');
  return given.some((one) => {
    // As texts, because several texts in Base64 have the same bytes.
    const signature = Buffer.from(one);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
