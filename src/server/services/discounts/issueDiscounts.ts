import { eq } from 'drizzle-orm';
import { giftNoteMaxCharacters } from '#domain/giftCodes.ts';
import { normaliseEmail } from '#domain/login.ts';
import type { Platform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { discountBatch, discountCode } from '#server/db/schema/discounts.ts';
import { AppError } from '#server/errors.ts';
import { hashDiscountCode, mailboxHash } from '#server/services/discounts/codes.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import { newGiftCode } from '#server/services/product/codes.ts';

export type DiscountOrder = {
  /** 1 to 90. */
  percentOff: number;
  /** How many codes, 1 to 10,000. Each works for one order. */
  count: number;
  expires: Date;
  /** The address of the only account that may use them; `null` for any. */
  owner: string | null;
  /** Who passes the codes on, and the credits that they get for each order with one; `null` for nobody. */
  referrer: { email: string; reward: number } | null;
  /** The purpose of the codes, at most 200 characters. */
  note: string | null;
};

/**
 * Issues discount codes and returns them in clear, this once: only their hashes are stored. Leaves an audit row. Throws
 * `invalid_input` naming what is wrong with the order, and `not_found` for an address without an account.
 */
export async function issueDiscounts(
  { config, database, now }: Pick<Platform, 'config' | 'database' | 'now'>,
  order: DiscountOrder,
): Promise<{ batch: number; codes: string[] }> {
  checkOrder(order, now());
  const { percentOff, count, expires, note, referrer } = order;
  const { secret } = config;
  const codes = Array.from({ length: count }, newGiftCode);
  const batch = await database.transaction(async (transaction) => {
    const owner = order.owner === null ? null : await findUser(transaction, order.owner);
    const from = referrer && (await findUser(transaction, referrer.email));
    const [made] = await transaction
      .insert(discountBatch)
      .values({ note })
      .returning({ id: discountBatch.id });
    if (!made) throw new Error('The batch was not stored');
    for (let start = 0; start < codes.length; start += 1_000) {
      const rows = codes.slice(start, start + 1_000).map((code) => ({
        batchId: made.id,
        codeHash: hashDiscountCode(secret, code),
        percentOff,
        expires,
        userId: owner?.id ?? null,
        referrerId: from?.id ?? null,
        referrerHash: from && mailboxHash(secret, from.email),
        reward: referrer?.reward ?? null,
      }));
      await transaction.insert(discountCode).values(rows);
    }
    const details = { percentOff, count, expires, note, owner: owner?.id, referrer: from?.id };
    const reward = referrer?.reward;
    await writeAudit(transaction, 'discounts.issue', `batch ${made.id}`, { ...details, reward });
    return made.id;
  });
  return { batch, codes };
}

async function findUser(
  transaction: Executor,
  email: string,
): Promise<{ id: string; email: string }> {
  const [user] = await transaction
    .select({ id: appUser.id, email: appUser.email })
    .from(appUser)
    .where(eq(appUser.email, normaliseEmail(email)));
  if (user) return user;
  throw new AppError('not_found', `There is no account of ${email}`);
}

function checkOrder({ percentOff, count, expires, referrer, note }: DiscountOrder, now: Date) {
  checkRange('percent', percentOff, 90);
  checkRange('count', count, 10_000);
  if (referrer) checkRange('reward', referrer.reward, 10_000);
  if (!(expires > now)) throw new AppError('invalid_input', 'expires: must be in the future');
  if (note !== null && [...note].length > giftNoteMaxCharacters) {
    throw new AppError('invalid_input', `note: at most ${giftNoteMaxCharacters} characters`);
  }
}

function checkRange(field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  throw new AppError('invalid_input', `${field}: must be a whole number from 1 to ${most}`);
}
