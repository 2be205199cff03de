import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translate.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { hashGiftCode } from '#server/services/product/codes.ts';
import { giftMessage } from '#server/services/product/giftMessage.ts';
import { type Gift, giveGift } from '#server/services/product/giveGift.ts';
import { readGuesses } from '#server/services/product/guessLimits.ts';

/** Why a code that exists gives nothing. */
type Refusal = 'usedCode' | 'yourUsedCode' | 'expiredCode';

type Outcome =
  | { kind: 'given'; gift: Gift }
  | { kind: 'refused'; refusal: Refusal | 'unknownCode' }
  | { kind: 'limited'; milliseconds: number };

/** What the page shows: `code` 0 and what was granted, or −1 and why not, in the visitor's language. */
type RedeemAnswer = { code: 0 | -1; msg: string };

/**
 * Redeems a gift code for the acting user: exactly once, however many try. Codes that nobody issued are limited.
 * Throws `not_signed_in`; everything else is an answer.
 */
export async function redeemCode(
  context: Context,
  code: string,
  language: Language,
): Promise<RedeemAnswer> {
  const userId = signedInUser(context);
  const outcome = await context.database.transaction((transaction) =>
    tryCode(context, transaction, code, userId),
  );
  const translate = translator(language, 'product');
  switch (outcome.kind) {
    case 'given':
      return { code: 0, msg: giftMessage(outcome.gift, language) };
    case 'refused':
      return { code: -1, msg: translate(outcome.refusal) };
    case 'limited': {
      const count = Math.ceil(outcome.milliseconds / 60_000);
      return { code: -1, msg: translate('tooManyTries', { count }) };
    }
  }
}

async function tryCode(
  context: Context,
  transaction: Executor,
  code: string,
  userId: string,
): Promise<Outcome> {
  const guesses = await readGuesses(transaction, context, userId);
  if (guesses.wait > 0) return { kind: 'limited', milliseconds: guesses.wait };
  const codeHash = hashGiftCode(context.config.secret, code);
  const now = context.now();
  const [row] = await transaction
    .update(redemptionCode)
    .set({ redeemedBy: userId, redeemed: now })
    .where(
      and(
        eq(redemptionCode.codeHash, codeHash),
        isNull(redemptionCode.redeemed),
        or(isNull(redemptionCode.expires), gt(redemptionCode.expires, now)),
      ),
    )
    .returning();
  if (row) return { kind: 'given', gift: await giveGift(transaction, row, userId, now) };
  const refusal = await findRefusal(transaction, codeHash, userId);
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const milliseconds = await guesses.countWrong();
  if (milliseconds > 0) return { kind: 'limited', milliseconds };
  return { kind: 'refused', refusal: 'unknownCode' };
}

/** Who knows all 16 characters may know why they do not work: that is no guess. `undefined` for a code that is none. */
async function findRefusal(
  transaction: Executor,
  codeHash: string,
  userId: string,
): Promise<Refusal | undefined> {
  const [row] = await transaction
    .select({ redeemedBy: redemptionCode.redeemedBy })
    .from(redemptionCode)
    .where(eq(redemptionCode.codeHash, codeHash));
  if (!row) return undefined;
  if (row.redeemedBy === null) return 'expiredCode';
  return row.redeemedBy === userId ? 'yourUsedCode' : 'usedCode';
}
