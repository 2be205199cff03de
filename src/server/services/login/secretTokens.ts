import { hash, randomBytes } from 'node:crypto';

/** Returns a new secret of 256 bits for a cookie, as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether `text` has the form of a token. Other values are not looked up. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}

/** Returns the stored hash of a token. A plain hash is enough, because 256 bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
