import { eq, isNull } from 'drizzle-orm';
import { type WithdrawalOutcome, withdrawalOffer } from '#domain/orders/refunds.ts';
import type { PaymentPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { findRow } from '#server/db/findRow.ts';
import { orderWithdrawal } from '#server/db/schema/refunds.ts';
import { redactedError } from '#server/errors.ts';
import { lockOrder } from '#server/services/orders/order.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { endRefundedSubscriptions } from '#server/services/orders/refunds/endSubscriptions.ts';
import { readRefundable } from '#server/services/orders/refunds/refundable.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';

const atOnce = 100;

/** Refunds withdrawn orders, each once. Withdrawals that the rule does not refund are logged for an operator. */
export async function settleWithdrawals(platform: PaymentPlatform): Promise<void> {
  const { database, log } = platform;
  const waiting = await database.query
    .select({ id: orderWithdrawal.id, orderId: orderWithdrawal.orderId })
    .from(orderWithdrawal)
    .where(isNull(orderWithdrawal.outcome))
    .orderBy(orderWithdrawal.received)
    .limit(atOnce);
  for (const { id, orderId } of waiting) {
    try {
      const refundId = await database.transaction((transaction) =>
        settle(transaction, platform, id, orderId),
      );
      if (refundId === undefined) continue;
      await askRefund(platform, refundId);
      await endRefundedSubscriptions(platform, orderId);
    } catch (error) {
      log.error({ order: orderId, error: redactedError(error) }, 'a withdrawal was not settled');
    }
  }
}

/**
 * Returns the id of the stored refund, if there is one. The lock of the order keeps other processes from settling it
 * too.
 */
async function settle(
  transaction: Executor,
  { now, log }: PaymentPlatform,
  id: string,
  orderId: string,
): Promise<string | undefined> {
  const order = await lockOrder(transaction, orderId);
  const isThis = eq(orderWithdrawal.id, id);
  const withdrawal = await findRow(transaction, orderWithdrawal, isThis);
  // A paid order must be fulfilled first.
  if (!withdrawal || withdrawal.outcome !== null || order.state === 'paid') return undefined;
  const refundable = await readRefundable(transaction, order, now());
  const offer = withdrawalOffer(refundable, order.waived !== null, withdrawal.received);
  const note = (outcome: WithdrawalOutcome, refundId: string | null) =>
    transaction.update(orderWithdrawal).set({ outcome, refundId }).where(isThis);
  if (offer.kind === 'refusal') {
    log.warn({ order: orderId, refusal: offer.refusal }, 'a withdrawal returns no money');
    await note(offer.refusal, null);
    return undefined;
  }
  const refund = await storeRefund(
    transaction,
    order,
    {
      requestId: 'withdrawal',
      amount: offer.amount,
      refundedBy: 'buyer',
      reason: 'withdrawal',
      endsOrder: true,
    },
    now(),
  );
  if (!refund) throw new Error('A withdrawal returns more than was paid');
  await note('refunded', refund.id);
  return refund.id;
}
