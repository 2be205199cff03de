import type { Executor } from '#server/db/connect.ts';
import type { OrderRow } from '#server/services/orders/order.ts';
import { freezeOrder } from '#server/services/orders/refunds/applyDispute.ts';
import { disputesOf, refundsOf } from '#server/services/orders/refunds/refund.ts';
import { disputeCause, refundCause, takeBack } from '#server/services/orders/refunds/takeBack.ts';

/**
 * Takes and freezes the credits of refunds and disputes that came before the order was fulfilled. The caller has locked
 * the order and just fulfilled it.
 */
export async function settleReturns(
  transaction: Executor,
  order: OrderRow,
  now: Date,
): Promise<void> {
  let returned = 0;
  for (const refund of await refundsOf(transaction, [order.id])) {
    if (refund.state === 'failed') continue;
    returned += refund.amount;
    await takeBack(transaction, order, { ...refundCause(refund), returned }, now);
  }
  for (const dispute of await disputesOf(transaction, order.id)) {
    if (dispute.state === 'open') await freezeOrder(transaction, order, dispute, now);
    if (dispute.state !== 'lost') continue;
    returned += dispute.lostAmount;
    await takeBack(transaction, order, { ...disputeCause(dispute), returned }, now);
  }
}
