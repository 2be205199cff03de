import { plainGiftCode } from '#domain/product/giftCodes.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** Returns the stored hash of an invitation. Case, width and grouping of the characters do not matter. */
export function hashInvitation(secret: string, code: string): string {
  return keyedHash(secret, 'invitation', plainGiftCode(code));
}
