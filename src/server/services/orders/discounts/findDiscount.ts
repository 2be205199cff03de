import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockRow } from '#server/db/findRow.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { AppError } from '#server/errors.ts';
import { findUser } from '#server/services/users/findUser.ts';
import { hashDiscountCode, mailboxHash } from '#server/services/orders/discounts/discountCodes.ts';
import { discountGuesses, readGuesses } from '#server/services/limits/readGuesses.ts';
import { tooManyRequests } from '#server/services/limits/takePoints.ts';

type Row = typeof discountCode.$inferSelect;

/** The refusal is returned and not thrown, because the transaction must commit the guess that it counts. */
type Found = { code: Row } | { refusal: AppError };

/**
 * Returns a discount code that the user may use now, locked until the transaction ends; or the refusal to throw after
 * the transaction. A code whose order failed or expired is free again, without an explicit release that could be
 * forgotten; so is that of an order in `replaced`. Tries of unknown codes are limited.
 */
export async function findDiscount(
  transaction: Executor,
  context: Context,
  userId: string,
  typed: string,
  replaced: readonly string[] = [],
): Promise<Found> {
  const guesses = await readGuesses(transaction, context, userId, discountGuesses);
  if (guesses.wait > 0) return { refusal: tooManyTries(guesses.wait) };
  const isMatch = eq(discountCode.codeHash, hashDiscountCode(context.config.secret, typed));
  const code = await lockRow(transaction, discountCode, isMatch);
  if (!code) {
    const wait = await guesses.countWrong();
    const unknown = new AppError('discount_unknown', 'Nobody issued this discount code');
    return { refusal: wait > 0 ? tooManyTries(wait) : unknown };
  }
  const refusal = await refusalOf(transaction, context, userId, code, replaced);
  return refusal ? { refusal } : { code };
}

/**
 * Returns why an existing code cannot be used. Anyone who has all 16 characters may see the reason, because that is no
 * guess.
 */
async function refusalOf(
  transaction: Executor,
  { config, now }: Context,
  userId: string,
  code: Row,
  replaced: readonly string[],
): Promise<AppError | undefined> {
  if (code.userId !== null && code.userId !== userId) {
    return new AppError('discount_not_yours', 'This discount code belongs to another account');
  }
  if (await isReferrer(transaction, config.secret, userId, code)) {
    return new AppError('discount_own', 'This discount code is for others than who passes it on');
  }
  if (code.orderId !== null && !replaced.includes(code.orderId)) {
    const useRefusal = await findUse(transaction, code.orderId, userId);
    if (useRefusal) return useRefusal;
  }
  if (code.revoked === null && code.expires > now()) return undefined;
  return new AppError('discount_over', 'This discount code is not valid any more');
}

/**
 * Whether the user passed the code on. A later account of the same person counts, because its mailbox has the same
 * hash.
 */
async function isReferrer(
  transaction: Executor,
  secret: string,
  userId: string,
  { referrerId, referrerHash }: Row,
): Promise<boolean> {
  if (referrerId === null) return false;
  const user = await findUser(transaction, userId);
  return referrerId === userId || (user && mailboxHash(secret, user.email)) === referrerHash;
}

/** Returns why the code belongs to its order; `undefined` when that order has ended without a payment. */
async function findUse(
  transaction: Executor,
  orderId: string,
  userId: string,
): Promise<AppError | undefined> {
  // The lock delays a late payment of that order until the code has its new order.
  const order = await lockRow(transaction, paymentOrder, eq(paymentOrder.id, orderId));
  const { state, userId: buyer } = order ?? {};
  if (state === 'failed' || state === 'expired') return undefined;
  if (buyer === userId && (state === 'created' || state === 'pending')) {
    return new AppError('discount_waiting', 'An open order uses this code', { order: orderId });
  }
  return new AppError('discount_used', 'Another order uses this discount code');
}

function tooManyTries(milliseconds: number): AppError {
  return tooManyRequests(Math.ceil(milliseconds / 1_000), 'Too many wrong codes');
}
