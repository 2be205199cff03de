import type { Language } from '#domain/languages/languages.ts';
import { isSameSecret } from '#server/isSameSecret.ts';
import { keyedHash } from '#server/keyedHash.ts';

export type LinkPurpose = 'end sessions' | 'keep account' | 'keep plan';

type Link = { secret: string; purpose: LinkPurpose; subject: string; expires: Date };

type Reading = { secret: string; purpose: LinkPurpose; token: string; now: Date };

/** Returns a token for a link in a mail. Its owner may do one thing, and nothing else. `subject` is the id of the user or row. */
function linkToken({ secret, purpose, subject, expires }: Link): string {
  const seconds = String(Math.floor(expires.getTime() / 1_000));
  return [subject, seconds, keyedHash(secret, purpose, subject, seconds)].join('.');
}

type MailLink = Link & { publicUrl: string; path: string; language: Language };

/** Returns the address of the page with a button for a token, in the language of the mail. */
export function mailLink({ publicUrl, path, language, ...link }: MailLink): URL {
  const url = new URL(path, publicUrl);
  url.search = new URLSearchParams({ token: linkToken(link), lang: language }).toString();
  return url;
}

/** Returns the subject of a token; `undefined` when it is not genuine, expired, or for another purpose. */
export function readLinkToken({ secret, purpose, token, now }: Reading): string | undefined {
  const [, subject = '', seconds = '', signature = ''] =
    /^([\da-f-]{36})\.(\d{1,12})\.([\da-f]{64})$/.exec(token) ?? [];
  if (signature === '' || Number(seconds) * 1_000 < now.getTime()) return undefined;
  const genuine = keyedHash(secret, purpose, subject, seconds);
  return isSameSecret(signature, genuine) ? subject : undefined;
}
