import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Ends subscriptions at their providers when their latest period was refunded, so that no further period is charged:
 * that of one order, or all of them. Called again until the provider has done it. Returns the number of ended
 * subscriptions.
 */
export async function endRefundedSubscriptions(
  platform: PaymentPlatform,
  orderId?: string,
): Promise<number> {
  const { database, payments, log } = platform;
  const due = await database.query
    .select({ found: subscription })
    .from(subscription)
    .innerJoin(paymentOrder, eq(paymentOrder.subscriptionId, subscription.id))
    .where(
      and(
        ne(subscription.state, 'ended'),
        inArray(subscription.method, [...payments.keys()]),
        isNotNull(paymentOrder.ended),
        orderId === undefined ? undefined : eq(paymentOrder.id, orderId),
        sql`not exists (select from payment_order later where later.subscription_id = ${subscription.id}
          and later.fulfilled is not null and later.paid > ${paymentOrder.paid})`,
      ),
    );
  let ended = 0;
  for (const { found } of due) {
    const { method, providerId } = found;
    try {
      await refreshSubscription(platform, found, (gateway) => gateway.endNow(providerId));
      ended += 1;
    } catch (error) {
      log.warn({ method, error: redactedError(error) }, 'a refunded subscription was not ended');
    }
  }
  return ended;
}
