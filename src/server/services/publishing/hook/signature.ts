import { createHmac } from 'node:crypto';
import { isSameSecret } from '#server/isSameSecret.ts';

/**
 * Whether `header` is `sha256=` and the HMAC-SHA256 of the body in hexadecimal, as in GitHub's `X-Hub-Signature-256`.
 * Takes the same time for every wrong signature.
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | undefined): boolean {
  const given = /^sha256=([\da-f]{64})$/i.exec(header ?? '')?.[1] ?? '';
  const right = createHmac('sha256', secret).update(body).digest('hex');
  // A malformed signature is compared too, for the same timing.
  return isSameSecret(given.toLowerCase(), right);
}
