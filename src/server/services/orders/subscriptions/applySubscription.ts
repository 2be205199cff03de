import { and, eq } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { PaymentPlatform } from '#server/context.ts';
import { findRow } from '#server/db/findRow.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';
import { applyInvoice } from '#server/services/orders/subscriptions/applyInvoice.ts';
import { findSubscription } from '#server/services/orders/subscriptions/findSubscription.ts';
import type { Outcome } from '#server/services/orders/order.ts';
import { refreshSubscription } from '#server/services/orders/subscriptions/refreshSubscription.ts';

/**
 * Applies the latest bill of a subscription when it is not stored yet, then the provider's state. In this order, because
 * a plan that is shown as paid must have its renewal among the orders.
 */
export async function applySubscription(
  platform: PaymentPlatform,
  method: PaymentMethod,
  providerId: string,
): Promise<Outcome> {
  const { database, payments } = platform;
  if (!payments.get(method)?.subscriptions)
    return { kind: 'parked', text: 'This method has no subscriptions' };
  const found = await findSubscription(database.query, method, providerId);
  if (!found) return { kind: 'later', why: 'the subscription is not known here' };
  // The bill changes the subscription, so that the state is read once more after it.
  const state = await refreshSubscription(platform, found, async (gateway) => {
    const latest = await gateway.read(providerId);
    const { latestInvoiceId } = latest;
    if (latestInvoiceId !== undefined && !(await isKnown(platform, method, latestInvoiceId))) {
      await applyInvoice(platform, method, latestInvoiceId);
    }
    return latest;
  });
  return { kind: 'applied', text: `subscription ${state.state}`, userId: found.userId };
}

async function isKnown(
  { database }: PaymentPlatform,
  method: PaymentMethod,
  invoiceId: string,
): Promise<boolean> {
  const isMatch = and(eq(paymentOrder.method, method), eq(paymentOrder.invoiceId, invoiceId));
  const order = await findRow(database.query, paymentOrder, isMatch);
  return order !== undefined;
}
