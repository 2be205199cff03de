import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { refreshCheckout } from '#server/services/orders/payments/askProvider.ts';
import { hasNoPayableCheckout } from '#server/services/orders/order.ts';

/**
 * Closes expired checkouts, and marks orders that can no longer be paid as expired. Both wait while the provider cannot
 * be reached, because its state decides and not our clock. Returns the number of expired orders.
 */
export async function expireOrders(platform: PaymentPlatform): Promise<number> {
  const { database, now } = platform;
  const over = await database.query
    .select()
    .from(paymentCheckout)
    .where(
      and(
        eq(paymentCheckout.state, 'open'),
        isNotNull(paymentCheckout.providerId),
        lte(paymentCheckout.expires, now()),
      ),
    );
  for (const checkout of over) await refreshCheckout(platform, checkout, 'closeCheckout');
  const expired = await database.query
    .update(paymentOrder)
    .set({ state: 'expired' })
    .where(
      and(
        inArray(paymentOrder.state, ['created', 'pending']),
        lte(paymentOrder.expires, now()),
        hasNoPayableCheckout,
      ),
    );
  return expired.rowCount ?? 0;
}
