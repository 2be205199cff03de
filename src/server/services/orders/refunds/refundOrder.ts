import type { Currency } from '#domain/pricing/money.ts';
import { type RefundOffer, refundOffer } from '#domain/orders/refunds.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { orderLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { lockOrder } from '#server/services/orders/order.ts';
import { findOwnOrder } from '#server/services/orders/read/readOrder.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { endRefundedSubscriptions } from '#server/services/orders/refunds/endSubscriptions.ts';
import { type RefundRow, findRequest } from '#server/services/orders/refunds/refund.ts';
import { readRefundable } from '#server/services/orders/refunds/refundable.ts';
import { checkParts, refused } from '#server/services/orders/refunds/checkParts.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';

/** Returns the refund that the acting user can get for an order now. Throws `not_signed_in` and `unknown_order`. */
export async function readRefundOffer(
  context: Context,
  orderId: string,
): Promise<{ offer: RefundOffer; currency: Currency }> {
  const { currency } = await findOwnOrder(context, orderId);
  const offer = await context.database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    const now = context.now();
    return refundOffer(await readRefundable(transaction, order, now), now);
  });
  return { offer, currency };
}

type Requested = { orderId: string; requestId: string; amount?: number | undefined };

/**
 * Refunds an order of the acting user by the rule of the refund policy, once for each request id. Its remaining credits
 * are taken at once and its plan ends; the money follows as fast as the provider works. Throws `not_signed_in`,
 * `unknown_order`, `refund_refused` with the rule, `refund_changed` when the amount is not the one that the buyer saw,
 * and `too_many_requests`.
 */
export async function refundOrder(context: Context, requested: Requested): Promise<RefundRow> {
  const userId = signedInUser(context);
  await findOwnOrder(context, requested.orderId);
  await takePoints(context, [{ limit: orderLimits.refund, by: userId }]);
  const { id } = await context.database.transaction((transaction) =>
    storeByRule(transaction, context, requested),
  );
  const refund = await askRefund(context, id);
  await endRefundedSubscriptions(context, requested.orderId);
  return refund;
}

async function storeByRule(
  transaction: Executor,
  context: Context,
  { orderId, requestId, amount }: Requested,
): Promise<RefundRow> {
  const order = await lockOrder(transaction, orderId);
  const request = `buyer:${requestId}`;
  const known = await findRequest(transaction, order.id, request);
  if (known) return known;
  const now = context.now();
  const offer = refundOffer(await readRefundable(transaction, order, now), now);
  if (offer.kind === 'refusal') {
    throw refused(offer.refusal, `This order is not refunded: ${offer.refusal}`);
  }
  if (amount !== undefined && amount !== offer.amount) {
    const { amount: now } = offer;
    throw new AppError('refund_changed', 'The refund is another one now', { amount: now });
  }
  await checkParts(transaction, context, order);
  const refund = await storeRefund(
    transaction,
    order,
    {
      requestId: request,
      amount: offer.amount,
      refundedBy: 'buyer',
      reason: 'asked for',
      endsOrder: true,
    },
    now,
  );
  if (!refund) throw new Error('A refund by the rule is more than was paid');
  return refund;
}
