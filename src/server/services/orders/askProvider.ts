import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { applyCheckoutState } from '#server/services/orders/applyCheckoutState.ts';
import type { CheckoutRow, OrderDependencies } from '#server/services/orders/order.ts';

/** However many pages wait for a payment. */
const pauseMilliseconds = 2_000;

/** Asks the provider about the open checkouts of an order, unless that was just done. Returns whether any was asked about. */
export async function askProvider(
  dependencies: OrderDependencies,
  orderId: string,
): Promise<boolean> {
  const { database, now } = dependencies;
  const latest = new Date(now().getTime() - pauseMilliseconds);
  const claimed = await database.query
    .update(paymentCheckout)
    .set({ asked: now() })
    .where(
      and(
        eq(paymentCheckout.orderId, orderId),
        inArray(paymentCheckout.state, ['open', 'processing']),
        isNotNull(paymentCheckout.providerId),
        or(isNull(paymentCheckout.asked), lte(paymentCheckout.asked, latest)),
      ),
    )
    .returning();
  await Promise.all(claimed.map((checkout) => refreshCheckout(dependencies, checkout)));
  return claimed.length > 0;
}

/** Reads a checkout from its provider and applies its state. A provider that cannot be asked changes nothing. */
export async function refreshCheckout(
  dependencies: OrderDependencies,
  checkout: CheckoutRow,
): Promise<void> {
  const { payments, log } = dependencies;
  const gateway = payments.get(checkout.method);
  if (!gateway || checkout.providerId === null) return;
  try {
    const state = await gateway.readCheckout(checkout.providerId);
    await applyCheckoutState(dependencies, checkout, state);
  } catch (error) {
    const { orderId, method } = checkout;
    log.warn({ order: orderId, method, error: redactedError(error) }, 'a payment is unknown');
  }
}
