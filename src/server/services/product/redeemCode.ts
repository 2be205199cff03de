import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Language } from '#domain/languages.ts';
import type { Product } from '#domain/plans.ts';
import { formatOf } from '#i18n/format.ts';
import { translator } from '#i18n/translate.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { redemptionCode } from '#server/db/schema/credits.ts';
import { AppError } from '#server/errors.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import {
  type Use,
  givePointsBack,
  redeemLimits,
  takePoints,
} from '#server/services/login/limits.ts';
import { networkOf } from '#server/services/login/network.ts';
import { hashGiftCode } from '#server/services/product/codes.ts';

type Gift = { credits: number; product: Product | null; ends: Date | null };

type Refusal = 'unknownCode' | 'usedCode' | 'yourUsedCode' | 'expiredCode';

/** What the page shows: `code` 0 and what was granted, or −1 and why not, in the visitor's language. */
type RedeemAnswer = { code: 0 | -1; msg: string };

/**
 * Redeems a gift code for the acting user: exactly once, however many try. Wrong guesses are limited.
 * Throws `not_signed_in`; everything else is an answer.
 */
export async function redeemCode(
  context: Context,
  code: string,
  language: Language,
): Promise<RedeemAnswer> {
  const userId = signedInUser(context);
  const uses: Use[] = [
    { limit: redeemLimits.user, by: userId },
    { limit: redeemLimits.network, by: networkOf(context.actor.address) },
  ];
  const waitSeconds = await secondsToWait(context, uses);
  const translate = translator(language, 'product');
  if (waitSeconds > 0) {
    return { code: -1, msg: translate('tooManyTries', { count: Math.ceil(waitSeconds / 60) }) };
  }
  const codeHash = hashGiftCode(context.config.secret, code);
  const gift = await redeem(context, codeHash, userId);
  if (gift === undefined) {
    return { code: -1, msg: translate(await findRefusal(context, codeHash, userId)) };
  }
  await givePointsBack(context, uses);
  return { code: 0, msg: praise(gift, language) };
}

async function secondsToWait(context: Context, uses: readonly Use[]): Promise<number> {
  try {
    await takePoints(context, uses);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    return Number(error.details['retry_seconds']);
  }
}

async function redeem(
  { database, now }: Context,
  codeHash: string,
  userId: string,
): Promise<Gift | undefined> {
  const time = now();
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .update(redemptionCode)
      .set({ redeemedBy: userId, redeemed: time })
      .where(
        and(
          eq(redemptionCode.codeHash, codeHash),
          isNull(redemptionCode.redeemed),
          or(isNull(redemptionCode.expires), gt(redemptionCode.expires, time)),
        ),
      )
      .returning();
    if (!row) return undefined;
    const product = row.product as Product | null;
    const gift = { credits: row.credits, product, ends: endOf(product, time) };
    await grantCredits(transaction, {
      userId,
      amount: gift.credits,
      source: { type: 'code', id: row.id },
      reason: 'code_redeemed',
      product,
      ends: gift.ends,
    });
    return gift;
  });
}

/** Who knows all 16 characters may know why they do not work. */
async function findRefusal(
  { database }: Context,
  codeHash: string,
  userId: string,
): Promise<Refusal> {
  const [row] = await database.query
    .select({ redeemedBy: redemptionCode.redeemedBy })
    .from(redemptionCode)
    .where(eq(redemptionCode.codeHash, codeHash));
  if (!row) return 'unknownCode';
  if (row.redeemedBy === null) return 'expiredCode';
  return row.redeemedBy === userId ? 'yourUsedCode' : 'usedCode';
}

/** Credits of a plan end with its period; those of packs and gifts stay. */
function endOf(product: Product | null, start: Date): Date | null {
  if (product !== 'pro_month') return null;
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // The 31st of a short month would be a day of the one after it.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

function praise(gift: Gift, language: Language): string {
  const translate = translator(language, 'product');
  if (gift.ends === null) return translate('redeemed', { count: gift.credits });
  const format = formatOf(language);
  return translate('redeemedProUntil', {
    day: format.day(gift.ends.toISOString().slice(0, 10)),
    amount: format.number(gift.credits),
  });
}
