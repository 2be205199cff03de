import { randomInt } from 'node:crypto';
import { giftCodeAlphabet, giftCodeLength, plainGiftCode } from '#domain/product/giftCodes.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** Returns a new gift code: 16 characters, 77 bits. */
export function newGiftCode(): string {
  const characters = Array.from({ length: giftCodeLength }, () => {
    return giftCodeAlphabet[randomInt(giftCodeAlphabet.length)];
  });
  return characters.join('');
}

/** Returns the hash that is stored of a gift code. Case, width and grouping of the characters do not matter. */
export function hashGiftCode(secret: string, code: string): string {
  return keyedHash(secret, 'gift code', plainGiftCode(code));
}
