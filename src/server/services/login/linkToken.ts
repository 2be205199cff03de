import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#server/keyedHash.ts';

type Purpose = 'end sessions' | 'keep account';

type Link = { secret: string; purpose: Purpose; userId: string; expires: Date };

type Reading = { secret: string; purpose: Purpose; token: string; now: Date };

/** Returns a token for a link in a mail. Its owner may do one thing with the account of a user, and nothing else. */
export function linkToken({ secret, purpose, userId, expires }: Link): string {
  const seconds = String(Math.floor(expires.getTime() / 1_000));
  return [userId, seconds, keyedHash(secret, purpose, userId, seconds)].join('.');
}

/** Returns the user of a token; `undefined` when it is not genuine, expired, or for another purpose. */
export function readLinkToken({ secret, purpose, token, now }: Reading): string | undefined {
  const [, userId = '', seconds = '', signature = ''] =
    /^([\da-f-]{36})\.(\d{1,12})\.([\da-f]{64})$/.exec(token) ?? [];
  if (signature === '' || Number(seconds) * 1_000 < now.getTime()) return undefined;
  const genuine = Buffer.from(keyedHash(secret, purpose, userId, seconds));
  return timingSafeEqual(genuine, Buffer.from(signature)) ? userId : undefined;
}
