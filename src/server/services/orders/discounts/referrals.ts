import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { lockRow } from '#server/db/findRow.ts';
import { discountCode } from '#server/db/schema/discounts.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { grantCredits } from '#server/services/credits/grant.ts';
import type { LedgerSource } from '#server/services/credits/post.ts';
import { refundCredits } from '#server/services/credits/refund.ts';
import { restoreRefund } from '#server/services/credits/restore.ts';

/**
 * Rewards referrers for fulfilled orders, takes the reward back when an order is refunded, and restores it when that
 * refund fails. A job calls it every ten minutes. Each order has a transaction of its own, because it locks the balance
 * of a user who is not the buyer. Returns the number of changed rewards.
 */
export async function settleReferrals(platform: CorePlatform): Promise<number> {
  const { database, log } = platform;
  const { orderId, reward, rewarded, rewardLost } = discountCode;
  const { state, ended } = paymentOrder;
  const isEarned = and(
    eq(state, 'fulfilled'),
    isNull(ended),
    or(isNull(rewarded), isNotNull(rewardLost)),
  );
  // A refund by the rule of the policy ends an order without returning its whole price.
  const isLost = and(or(eq(state, 'refunded'), isNotNull(ended)), isNull(rewardLost));
  const open = await database.query
    .select({ orderId: paymentOrder.id, state, ended, rewardLost })
    .from(discountCode)
    .innerJoin(paymentOrder, eq(paymentOrder.id, orderId))
    .where(and(isNotNull(reward), or(isEarned, isLost)));
  let changed = 0;
  for (const order of open) {
    try {
      const isAgain = order.rewardLost !== null;
      const give = isAgain ? restoreReferral : rewardReferral;
      const isBack = order.state === 'refunded' || order.ended !== null;
      const settle = isBack ? takeReferralBack : give;
      changed += Number(await settle(platform, order.orderId));
    } catch (error) {
      log.error(
        { order: order.orderId, error: redactedError(error) },
        'a referral was not settled',
      );
    }
  }
  return changed;
}

/** Grants the referrer of a fulfilled order the reward, once. Returns `false` when it was granted before. */
async function rewardReferral({ database, now }: CorePlatform, orderId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [code] = await transaction
      .update(discountCode)
      .set({ rewarded: now() })
      .where(and(ofOrder(orderId), isNull(discountCode.rewarded)))
      .returning();
    if (!code || code.referrerId === null || code.reward === null) return false;
    return grantCredits(transaction, {
      userId: code.referrerId,
      amount: code.reward,
      source: { type: 'referral', id: orderId },
      reason: 'referral_reward',
    });
  });
}

/**
 * Takes back the reward for an order, once. Credits that the referrer has spent stay spent, as with every refund.
 * Returns whether an order with a referrer lost its reward by this call.
 */
async function takeReferralBack(
  { database, now }: CorePlatform,
  orderId: string,
): Promise<boolean> {
  const lost = now();
  return database.transaction(async (transaction: Executor) => {
    const [code] = await transaction
      .update(discountCode)
      .set({ rewardLost: lost })
      .where(and(ofOrder(orderId), isNotNull(discountCode.reward)))
      .returning();
    if (!code || code.referrerId === null || code.reward === null) return false;
    if (code.rewarded === null) return true;
    await refundCredits(transaction, {
      userId: code.referrerId,
      source: lossOf(orderId, lost),
      origin: { type: 'referral', id: orderId },
      total: code.reward,
      reason: 'referral_lost',
      now: lost,
    });
    return true;
  });
}

/**
 * Restores a reward that was lost by a refund which failed later. A reward that had not been granted is granted by the
 * next run.
 */
async function restoreReferral({ database, now }: CorePlatform, orderId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const isMatch = and(eq(discountCode.orderId, orderId), isNotNull(discountCode.rewardLost));
    const code = await lockRow(transaction, discountCode, isMatch);
    if (!code || code.rewardLost === null || code.referrerId === null) return false;
    await transaction
      .update(discountCode)
      .set({ rewardLost: null })
      .where(eq(discountCode.id, code.id));
    if (code.rewarded === null) return true;
    const source = lossOf(orderId, code.rewardLost);
    return restoreRefund(transaction, { userId: code.referrerId, source, now: now() });
  });
}

/** Returns the ledger source of a lost reward. Each loss has one of its own, because a source is posted once. */
function lossOf(orderId: string, lost: Date): LedgerSource {
  return { type: 'refund', id: `referral:${orderId}:${lost.getTime()}` };
}

/** Returns the condition for the code of an order whose reward is not lost. */
function ofOrder(orderId: string) {
  return and(eq(discountCode.orderId, orderId), isNull(discountCode.rewardLost));
}
