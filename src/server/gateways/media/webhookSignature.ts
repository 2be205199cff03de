import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older messages are refused, so that nobody can replay one later. */
const maxAgeSeconds = 300;

/**
 * Whether one of a message's signatures is right by Standard Webhooks (https://www.standardwebhooks.com), as Replicate
 * signs.
 */
export function isSignedWebhook(
  secret: string,
  body: string,
  headers: Headers,
  now = Date.now(),
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (id === '' || !(age <= maxAgeSeconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const given = (headers.get('webhook-signature') ?? '').split(' ');
  return given.some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}
