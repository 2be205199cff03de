import { and, eq, ne, sql } from 'drizzle-orm';
import type { PaymentMethod } from '#domain/payments.ts';
import { paymentOrder, subscription } from '#server/db/schema/orders.ts';
import type { SubscriptionState } from '#server/gateways/payments/payments.ts';
import { applyInvoice } from '#server/services/orders/applyInvoice.ts';
import type { OrderDependencies, Outcome } from '#server/services/orders/order.ts';

/** Applies what a provider says of a subscription, and its latest bill when that is not known here yet. */
export async function applySubscription(
  dependencies: OrderDependencies,
  method: PaymentMethod,
  providerId: string,
): Promise<Outcome> {
  const { database, payments } = dependencies;
  const gateway = payments.get(method)?.subscriptions;
  if (!gateway) return { kind: 'parked', text: 'This method has no subscriptions' };
  const state = await gateway.read(providerId);
  const [found] = await database.query
    .select({ userId: subscription.userId })
    .from(subscription)
    .where(and(eq(subscription.method, method), eq(subscription.providerId, providerId)));
  if (!found) return { kind: 'later', why: 'the subscription is not known here' };
  await storeSubscription(dependencies, method, state);
  const { latestInvoiceId } = state;
  if (latestInvoiceId !== undefined && !(await isKnown(dependencies, method, latestInvoiceId))) {
    await applyInvoice(dependencies, method, latestInvoiceId);
  }
  return { kind: 'applied', text: `subscription ${state.state}`, userId: found.userId };
}

/** Stores a state that a provider returned. A subscription that has ended stays so, and its period never goes back. */
export async function storeSubscription(
  { database, now }: Pick<OrderDependencies, 'database' | 'now'>,
  method: PaymentMethod,
  state: SubscriptionState,
): Promise<void> {
  const [starts, ends] = [state.periodStarts.toISOString(), state.periodEnds.toISOString()];
  await database.query
    .update(subscription)
    .set({
      state: state.state,
      endsAtPeriodEnd: state.endsAtPeriodEnd,
      periodStarts: sql`greatest(${subscription.periodStarts}, ${starts}::timestamptz)`,
      periodEnds: sql`greatest(${subscription.periodEnds}, ${ends}::timestamptz)`,
      ended: state.state === 'ended' ? now() : null,
    })
    .where(
      and(
        eq(subscription.method, method),
        eq(subscription.providerId, state.subscriptionId),
        ne(subscription.state, 'ended'),
      ),
    );
}

async function isKnown(
  { database }: OrderDependencies,
  method: PaymentMethod,
  invoiceId: string,
): Promise<boolean> {
  const [order] = await database.query
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.method, method), eq(paymentOrder.invoiceId, invoiceId)));
  return order !== undefined;
}
