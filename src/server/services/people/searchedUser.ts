import { giftCodeLength, plainGiftCode } from '#domain/product/giftCodes.ts';
import { isUuid } from '#domain/texts/uuid.ts';
import type { SearchedUser } from '#server/db/queries/userSearch.ts';
import { hashGiftCode } from '#server/services/codes/giftCodes.ts';
import { hashInvitation } from '#server/services/login/invitations.ts';
import { hashDiscountCode } from '#server/services/orders/discounts/discountCodes.ts';

/** Returns the possible meanings of an operator's text as a whole id, receipt number, reference or code. */
export function searchedUser(secret: string, typed: string): SearchedUser {
  const isCode = plainGiftCode(typed).length === giftCodeLength && /^[\w\s-]+$/.test(typed);
  return {
    emailPattern: null,
    id: typed,
    uuid: isUuid(typed) ? typed : null,
    reference: typed.toUpperCase(),
    receiptNumber: isNumber(typed) ? Number(typed) : null,
    giftHash: isCode ? hashGiftCode(secret, typed) : null,
    discountHash: isCode ? hashDiscountCode(secret, typed) : null,
    invitationHash: isCode ? hashInvitation(secret, typed) : null,
  };
}

/** Whether a text can be the number of a receipt. */
export function isNumber(typed: string): boolean {
  return /^\d{1,15}$/.test(typed);
}
