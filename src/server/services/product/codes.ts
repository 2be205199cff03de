import { randomInt } from 'node:crypto';
import { keyedHash } from '#server/services/login/tokens.ts';

/** Without what is taken for something else: 0 O, 1 I L, U V. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ';

const length = 16;

/** A new gift code: 16 characters, 77 bits. */
export function newGiftCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** What is stored of a gift code, in whatever case and grouping it was typed. */
export function hashGiftCode(secret: string, code: string): string {
  return keyedHash(secret, 'gift code', code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
}
