import { createHmac } from 'node:crypto';

/** Hash of something guessable, which only who knows `secret` can compute; `purpose` keeps its uses apart. */
export function keyedHash(secret: string, purpose: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('hex');
}
