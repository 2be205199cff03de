import { keyedHash } from '#server/keyedHash.ts';

/** Returns a digest by which two servers find out that they have the same `SECRET`. */
export function secretCheck(secret: string): string {
  return keyedHash(secret, 'backup check').slice(0, 16);
}
