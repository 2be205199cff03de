import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older messages are not taken: whoever saw one must not send it again later. */
const seconds = 300;

/** Whether a message is signed by the rules of Standard Webhooks, which Replicate follows: one of several signatures fits. */
export function isSignedWebhook(
  secret: string,
  body: string,
  headers: Headers,
  now = Date.now(),
): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (id === '' || !(age <= seconds)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const given = (headers.get('webhook-signature') ?? '').split(' ');
  return given.some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === right.length && timingSafeEqual(signature, right);
  });
}
