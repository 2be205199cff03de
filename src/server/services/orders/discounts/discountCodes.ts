import { giftCodeAlphabet, giftCodeLength, plainGiftCode } from '#domain/product/giftCodes.ts';
import { canonicalEmail } from '#domain/login/login.ts';
import { keyedHash } from '#server/keyedHash.ts';

/** Returns the hash that is stored of a discount code. Case, width and grouping of the characters do not matter. */
export function hashDiscountCode(secret: string, code: string): string {
  return keyedHash(secret, 'discount code', plainGiftCode(code));
}

/**
 * Returns the code that rewards a post, 77 bits. It is computed from the post, so that a repeated mail has the same
 * code and its owner can read it again, although the database stores only its hash.
 */
export function rewardCode(secret: string, postId: number): string {
  let rest = BigInt(`0x${keyedHash(secret, 'code of a shared post', String(postId))}`);
  const base = BigInt(giftCodeAlphabet.length);
  let code = '';
  while (code.length < giftCodeLength) {
    code += giftCodeAlphabet[Number(rest % base)];
    rest /= base;
  }
  return code;
}

/**
 * Returns the keyed hash of a person's mailbox. It is the same for every spelling of the address and for a later
 * account.
 */
export function mailboxHash(secret: string, email: string): string {
  return keyedHash(secret, 'mailbox of a reward', canonicalEmail(email));
}
