import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { paymentCheckout, paymentOrder } from '#server/db/schema/orders.ts';
import { refreshCheckout } from '#server/services/orders/askProvider.ts';
import type { OrderDependencies } from '#server/services/orders/order.ts';

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
  for (const checkout of over) await refreshCheckout(dependencies, checkout, 'closeCheckout');
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
