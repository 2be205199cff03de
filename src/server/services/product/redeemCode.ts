import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { refuseBlocked } from '#server/services/users/refuseBlocked.ts';
import { getAccount } from '#server/services/users/getAccount.ts';
import { hashGiftCode } from '#server/services/codes/giftCodes.ts';
import { giftMessage } from '#server/services/product/giftMessage.ts';
import { type Gift, giveGift } from '#server/services/product/giveGift.ts';
import { giftGuesses, readGuesses } from '#server/services/limits/readGuesses.ts';
import { type Refusal, refusalMessage } from '#server/services/product/refusalMessage.ts';

type Outcome = { kind: 'given'; gift: Gift } | { kind: 'refused'; refusal: Refusal };

/**
 * The result for the page: `code` is 0 for a grant and −1 for a refusal; `msg` describes it in the visitor's language.
 */
export type RedeemResult = { code: 0 | -1; msg: string };

/**
 * Redeems a gift code for the acting user, exactly once even when several users send it at the same time. Tries of
 * unknown codes are limited. Throws `not_signed_in` and `account_blocked`; every other refusal is part of the result.
 */
export async function redeemCode(
  context: Context,
  code: string,
  language: Language,
): Promise<RedeemResult> {
  const userId = signedInUser(context);
  const outcome = await context.database.transaction(async (transaction) => {
    await refuseBlocked(transaction, context, userId);
    return tryCode(transaction, context, code, userId);
  });
  if (outcome.kind === 'refused')
    return { code: -1, msg: refusalMessage(outcome.refusal, language) };
  const { credit } = await getAccount(context);
  return { code: 0, msg: giftMessage(outcome.gift, credit, language) };
}

async function tryCode(
  transaction: Executor,
  context: Context,
  code: string,
  userId: string,
): Promise<Outcome> {
  const guesses = await readGuesses(transaction, context, userId, giftGuesses);
  if (guesses.wait > 0) return refused({ kind: 'tooManyTries', milliseconds: guesses.wait });
  const codeHash = hashGiftCode(context.config.secret, code);
  const now = context.now();
  const [row] = await transaction
    .update(redemptionCode)
    .set({ redeemedBy: userId, redeemed: now })
    .where(
      and(
        eq(redemptionCode.codeHash, codeHash),
        isNull(redemptionCode.redeemed),
        isNull(redemptionCode.revoked),
        or(isNull(redemptionCode.expires), gt(redemptionCode.expires, now)),
      ),
    )
    .returning();
  if (row) return { kind: 'given', gift: await giveGift(transaction, row, userId, now) };
  const refusal = await findRefusal(transaction, codeHash, userId);
  if (refusal !== undefined) return refused(refusal);
  const milliseconds = await guesses.countWrong();
  return refused(
    milliseconds > 0 ? { kind: 'tooManyTries', milliseconds } : { kind: 'unknown', typed: code },
  );
}

function refused(refusal: Refusal): Outcome {
  return { kind: 'refused', refusal };
}

/**
 * Returns why an existing code grants nothing; `undefined` for an unknown code. Anyone who has all 16 characters may
 * see the reason, because that is no guess.
 */
async function findRefusal(
  transaction: Executor,
  codeHash: string,
  userId: string,
): Promise<Refusal | undefined> {
  const row = await findRow(transaction, redemptionCode, eq(redemptionCode.codeHash, codeHash));
  if (!row) return undefined;
  const { redeemed, redeemedBy, revoked, expires } = row;
  if (redeemed && redeemedBy === userId) return { kind: 'yours', redeemed };
  if (redeemed) return { kind: 'used' };
  if (revoked || !expires) return { kind: 'revoked' };
  return { kind: 'expired', expires };
}
