import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether `header` is `sha256=` and the HMAC-SHA256 of the body with the secret, in hexadecimal: GitHub’s
 * `X-Hub-Signature-256`. Takes the same time for every wrong one.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | undefined): boolean {
  const given = /^sha256=([\da-f]{64})$/i.exec(header ?? '')?.[1] ?? '';
  const right = createHmac('sha256', secret).update(body).digest();
  // A signature that is none is compared, too.
  return timingSafeEqual(Buffer.from(given.padStart(64, '0'), 'hex'), right) && given !== '';
}
