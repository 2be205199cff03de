import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#server/services/login/tokens.ts';

/** Days for which the link in a mail about a sign-in works. */
const daysValid = 14;

type Reading = { secret: string; token: string; now: Date };

/** Returns a token that allows whoever has it to end all sessions of a user, and nothing else. */
export function endSessionsToken(secret: string, userId: string, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + daysValid * 86_400);
  return [userId, expires, sign(secret, userId, expires)].join('.');
}

/** Returns the user of such a token; `undefined` where it is not genuine or too old. */
export function readEndSessionsToken({ secret, token, now }: Reading): string | undefined {
  const [, userId = '', expires = '', signature = ''] =
    /^([\da-f-]{36})\.(\d{1,12})\.([\da-f]{64})$/.exec(token) ?? [];
  if (signature === '' || Number(expires) * 1_000 < now.getTime()) return undefined;
  const genuine = Buffer.from(sign(secret, userId, expires));
  return timingSafeEqual(genuine, Buffer.from(signature)) ? userId : undefined;
}

function sign(secret: string, userId: string, expires: string): string {
  return keyedHash(secret, 'end sessions', userId, expires);
}
