import { and, eq, inArray } from 'drizzle-orm';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import type { OrderDependencies, OrderRow } from '#server/services/orders/order.ts';

/**
 * Returns payments that nobody should have been asked for: a plan that was paid twice, and what was paid after an account
 * had been deleted. A subscription that began with it is ended first. Both calls can be repeated until they succeed.
 * Other quarantined orders wait for an operator.
 */
export async function returnPayments(dependencies: OrderDependencies): Promise<number> {
  const { database, payments, log } = dependencies;
  const orders = await database.query
    .select()
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.state, 'quarantined'),
        inArray(paymentOrder.failure, ['paid_twice', 'account_deleted']),
        inArray(paymentOrder.method, [...payments.keys()]),
      ),
    );
  let returned = 0;
  for (const order of orders) {
    try {
      if (await returnPayment(dependencies, order)) returned += 1;
    } catch (error) {
      log.error({ order: order.id, error: redactedError(error) }, 'a payment was not returned');
    }
  }
  return returned;
}

async function returnPayment(
  { database, payments, log }: OrderDependencies,
  order: OrderRow,
): Promise<boolean> {
  const { id, method, paymentId, amount, currency } = order;
  const gateway = method === null ? undefined : payments.get(method);
  if (!gateway || paymentId === null) return false;
  if (order.subscriptionId !== null) {
    const [begun] = await database.query
      .select({ providerId: subscription.providerId })
      .from(subscription)
      .where(eq(subscription.id, order.subscriptionId));
    if (begun) await gateway.subscriptions?.endNow(begun.providerId);
  }
  const money = { amount, currency };
  const reason = order.failure ?? '';
  const { state } = await gateway.refund({
    refundId: id,
    paymentId,
    paid: money,
    amount: money,
    reason,
  });
  if (state !== 'succeeded') return false;
  await database.query
    .update(paymentOrder)
    .set({ state: 'refunded' })
    .where(and(eq(paymentOrder.id, id), eq(paymentOrder.state, 'quarantined')));
  log.warn({ order: id, reason }, 'a payment was returned');
  return true;
}
