import { and, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { askPauseMilliseconds } from '#domain/orders/orders.ts';
import type { PaymentPlatform } from '#server/context.ts';
import { paymentCheckout } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { applyCheckoutState } from '#server/services/orders/payments/applyCheckoutState.ts';
import type { CheckoutRow } from '#server/services/orders/order.ts';

/**
 * Asks the provider about the open checkouts of an order, unless that was done a moment ago. Returns whether it asked.
 */
export async function askProvider(platform: PaymentPlatform, orderId: string): Promise<boolean> {
  const { database, now } = platform;
  const latest = new Date(now().getTime() - askPauseMilliseconds);
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
  await Promise.all(claimed.map((checkout) => refreshCheckout(platform, checkout)));
  return claimed.length > 0;
}

/**
 * Reads a checkout from its provider, or closes it there, and applies the returned state: it may have been paid
 * meanwhile. Changes nothing when the provider cannot be reached.
 */
export async function refreshCheckout(
  platform: PaymentPlatform,
  checkout: CheckoutRow,
  verb: 'readCheckout' | 'closeCheckout' = 'readCheckout',
): Promise<void> {
  const { orderId, method, providerId } = checkout;
  const gateway = platform.payments.get(method);
  if (!gateway || providerId === null) return;
  try {
    const state = await gateway[verb](providerId);
    await applyCheckoutState(platform, checkout, state);
  } catch (error) {
    const { log } = platform;
    log.warn({ order: orderId, method, error: redactedError(error) }, 'a payment is unknown');
  }
}
