import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { redactedError } from '#server/errors.ts';
import { applyCheckoutState } from '#server/services/orders/applyCheckoutState.ts';
import type { CheckoutRow, OrderDependencies } from '#server/services/orders/order.ts';

/**
 * Closes the checkouts whose time is over, and ends the orders that nobody can pay any more. When the provider cannot be
 * asked, both wait: what it says decides, not our clock. Returns how many orders expired.
 */
export async function expireOrders(dependencies: OrderDependencies): Promise<number> {
  const { database, now } = dependencies;
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
  for (const checkout of over) await closeCheckout(dependencies, checkout);
  const expired = await database.query
    .update(paymentOrder)
    .set({ state: 'expired' })
    .where(
      and(
        inArray(paymentOrder.state, ['created', 'pending']),
        lte(paymentOrder.expires, now()),
        sql`not exists (select from payment_checkout c where c.order_id = ${paymentOrder.id}
          and c.state in ('opening', 'open', 'processing'))`,
      ),
    );
  return expired.rowCount ?? 0;
}

/** Closes a checkout at its provider and applies the state that it has afterwards: it may have been paid meanwhile. */
export async function closeCheckout(
  dependencies: OrderDependencies,
  checkout: CheckoutRow,
): Promise<void> {
  const { orderId, method, providerId } = checkout;
  const gateway = dependencies.payments.get(method);
  if (!gateway || providerId === null) return;
  try {
    const state = await gateway.closeCheckout(providerId);
    await applyCheckoutState(dependencies, checkout, state);
  } catch (error) {
    const { log } = dependencies;
    log.warn({ order: orderId, method, error: redactedError(error) }, 'a payment is unknown');
  }
}
