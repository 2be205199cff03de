import { giftCodeLength, plainGiftCode } from '#domain/product/giftCodes.ts';
import { isUuid } from '#domain/texts/uuid.ts';
import type { CorePlatform } from '#server/context.ts';
import { type FoundUser, type SearchedUser, readUsers } from '#server/db/queries/userSearch.ts';
import { invalid } from '#server/inputChecks.ts';
import { hashGiftCode } from '#server/services/codes/giftCodes.ts';
import { hashInvitation } from '#server/services/login/invitations.ts';
import { hashDiscountCode } from '#server/services/orders/discounts/discountCodes.ts';

/** The shortest part of an address that is searched. */
const leastCharacters = 2;

/**
 * Returns the accounts that an operator's text belongs to, the newest first, and their number in all. The text is a part
 * of an address, or a whole id, receipt number, reference or code. Throws `invalid_input` for a single character.
 */
export async function findUsers(
  { config, database }: CorePlatform,
  text: string,
  limit: number,
): Promise<{ users: Omit<FoundUser, 'total'>[]; total: number }> {
  const typed = text.trim();
  if ([...typed].length < leastCharacters && !isNumber(typed)) {
    throw invalid(`query: at least ${leastCharacters} characters`);
  }
  const found = await readUsers(database.query, searchedUser(config.secret, typed), limit);
  return { users: found.map(({ total: _, ...user }) => user), total: found[0]?.total ?? 0 };
}

function searchedUser(secret: string, typed: string): SearchedUser {
  const isCode = plainGiftCode(typed).length === giftCodeLength && /^[\w\s-]+$/.test(typed);
  return {
    emailPattern: isNumber(typed) ? null : patternOf(typed),
    id: typed,
    uuid: isUuid(typed) ? typed : null,
    reference: typed.toUpperCase(),
    receiptNumber: isNumber(typed) ? Number(typed) : null,
    giftHash: isCode ? hashGiftCode(secret, typed) : null,
    discountHash: isCode ? hashDiscountCode(secret, typed) : null,
    invitationHash: isCode ? hashInvitation(secret, typed) : null,
  };
}

/** Returns the pattern of `like` for texts that contain this one. */
function patternOf(typed: string): string {
  return `%${typed.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Whether a text is the number of a receipt, and no part of an address. */
function isNumber(typed: string): boolean {
  return /^\d{1,15}$/.test(typed);
}
