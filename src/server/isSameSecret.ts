import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets are the same. Takes the same time for every wrong one. Compares hashes, because texts of different
 * lengths cannot be compared in constant time.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
