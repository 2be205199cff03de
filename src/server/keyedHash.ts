import { createHmac } from 'node:crypto';

/**
 * Returns a hash (HMAC-SHA-256, hex) of guessable values, which cannot be computed without `secret`. The same values have
 * different hashes for different purposes.
 */
export function keyedHash(secret: string, purpose: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex');
}
