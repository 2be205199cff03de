import { hash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits for a cookie, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether `text` has the form of a token; anything else need not be looked up. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[\w-]{43}$/.test(text);
}

/** Returns the hash that is stored for a token. A plain hash is enough: 256 bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
