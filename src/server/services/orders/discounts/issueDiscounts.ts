import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { discountBatch, discountCode } from '#server/db/schema/discounts.ts';
import { AppError } from '#server/errors.ts';
import { wholeNumber } from '#server/inputChecks.ts';
import { findUserByEmail } from '#server/services/users/findUser.ts';
import { hashDiscountCode, mailboxHash } from '#server/services/orders/discounts/discountCodes.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { checkBatch, insertCodes } from '#server/services/codes/codeBatches.ts';
import { newGiftCode } from '#server/services/codes/giftCodes.ts';

export type DiscountOrder = {
  /** 1 to 90. */
  percentOff: number;
  /** The number of codes, 1 to 10,000. Each works for one order. */
  count: number;
  expires: Date;
  /** The address of the only account that may use the codes; `null` for any. */
  owner: string | null;
  /**
   * The address of the person who passes the codes on, and the credits that they get for each order with one; `null`
   * without such a person.
   */
  referrer: { email: string; reward: number } | null;
  /** The purpose of the codes, at most 200 characters. */
  note: string | null;
};

/**
 * Issues discount codes and returns them in clear. Only their hashes are stored, so they cannot be read again. Writes
 * an audit row. Throws `invalid_input` with the field that is wrong, and `not_found` for an address without an account.
 */
export async function issueDiscounts(
  { config, database, now }: CorePlatform,
  order: DiscountOrder,
): Promise<{ batch: number; codes: string[] }> {
  const { percentOff, count, expires, note, referrer } = order;
  wholeNumber('percent:', percentOff, 90);
  if (referrer) wholeNumber('reward:', referrer.reward, 10_000);
  checkBatch(order, now());
  const { secret } = config;
  const codes = Array.from({ length: count }, newGiftCode);
  const batch = await database.transaction(async (transaction) => {
    const owner = order.owner === null ? null : await requireUser(transaction, order.owner);
    const from = referrer && (await requireUser(transaction, referrer.email));
    const [made] = await transaction
      .insert(discountBatch)
      .values({ note })
      .returning({ id: discountBatch.id });
    if (!made) throw new Error('The batch was not stored');
    const common = {
      batchId: made.id,
      percentOff,
      expires,
      userId: owner?.id ?? null,
      referrerId: from?.id ?? null,
      referrerHash: from && mailboxHash(secret, from.email),
      reward: referrer?.reward ?? null,
    };
    await insertCodes(codes, (part) =>
      transaction
        .insert(discountCode)
        .values(part.map((code) => ({ ...common, codeHash: hashDiscountCode(secret, code) }))),
    );
    const details = { percentOff, count, expires, note, owner: owner?.id, referrer: from?.id };
    const reward = referrer?.reward;
    await writeAudit(transaction, 'discounts.issue', `batch ${made.id}`, { ...details, reward });
    return made.id;
  });
  return { batch, codes };
}

async function requireUser(transaction: Executor, email: string) {
  const user = await findUserByEmail(transaction, email);
  if (user) return user;
  throw new AppError('not_found', `There is no account of ${email}`);
}
