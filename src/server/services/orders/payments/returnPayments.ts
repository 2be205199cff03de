import { and, eq, inArray, lt } from 'drizzle-orm';
import { dayOf } from '#domain/dates.ts';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { findSubscriptionById } from '#server/services/orders/subscriptions/findSubscription.ts';
import { type OrderRow, lockOrder, paidFor, paidForColumn } from '#server/services/orders/order.ts';
import { askRefund } from '#server/services/orders/refunds/askRefund.ts';
import { storeRefund } from '#server/services/orders/refunds/storeRefund.ts';

/**
 * Refunds payments that should not have been made: the second payment of a plan, and payments after an account was
 * deleted. A subscription that began with such a payment is ended first. Both provider calls can be repeated until they
 * succeed, and `reconcileRefunds` follows refunds that are not finished. Other quarantined orders wait for an operator.
 * Returns the number of returned payments.
 */
export async function returnPayments(platform: PaymentPlatform): Promise<number> {
  const { database, payments, log } = platform;
  const orders = await database.query
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.state, 'quarantined'),
        inArray(paymentOrder.failure, ['paid_twice', 'account_deleted']),
        inArray(paymentOrder.method, [...payments.keys()]),
        lt(paymentOrder.returned, paidForColumn),
      ),
    );
  let returned = 0;
  for (const order of orders) {
    try {
      if (await returnPayment(platform, order)) returned += 1;
    } catch (error) {
      log.error({ order: order.id, error: redactedError(error) }, 'a payment was not returned');
    }
  }
  return returned;
}

async function returnPayment(platform: PaymentPlatform, order: OrderRow): Promise<boolean> {
  const { database, payments, log, now } = platform;
  const { id, method, paymentId, amount, currency } = order;
  const gateway = method === null ? undefined : payments.get(method);
  if (!gateway || paymentId === null) return false;
  if (order.subscriptionId !== null) {
    const renewing = await findSubscriptionById(database.query, order.subscriptionId);
    if (renewing) await gateway.subscriptions?.endNow(renewing.providerId);
  }
  const stored = await database.transaction(async (transaction) =>
    storeRefund(
      transaction,
      await lockOrder(transaction, id),
      {
        // A failed refund is tried again on the next day, with an id of its own.
        requestId: `return:${dayOf(now())}`,
        amount: paidFor(order) - order.returned,
        refundedBy: 'server',
        reason: order.failure ?? '',
        endsOrder: true,
      },
      now(),
    ),
  );
  if (!stored) return false;
  const { state } = await askRefund(platform, stored.id);
  if (state === 'succeeded') {
    log.warn({ order: id, amount, currency, reason: order.failure }, 'a payment was returned');
  }
  return state === 'succeeded';
}
