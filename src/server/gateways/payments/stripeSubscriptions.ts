import type Stripe from 'stripe';
import {
  PaymentProtocolError,
  type SubscriptionState,
} from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import { idOf, toDate } from '#server/gateways/payments/stripeMoney.ts';

export async function readSubscription(
  client: StripeClient,
  id: string,
): Promise<SubscriptionState> {
  return toSubscriptionState(await client.ask((stripe) => stripe.subscriptions.retrieve(id)));
}

export async function setEndsAtPeriodEnd(
  client: StripeClient,
  id: string,
  ends: boolean,
): Promise<SubscriptionState> {
  const subscription = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  const state = toSubscriptionState(subscription);
  if (state.state === 'ended' || state.endsAtPeriodEnd === ends) return state;
  // Stripe refuses to end a subscription while a schedule manages it.
  if (ends) await releaseSchedule(client, subscription);
  return toSubscriptionState(
    await client.ask((stripe) =>
      stripe.subscriptions.update(id, endParameters(subscription, ends)),
    ),
  );
}

export async function endNow(client: StripeClient, id: string): Promise<SubscriptionState> {
  const state = await readSubscription(client, id);
  if (state.state === 'ended') return state;
  return toSubscriptionState(
    await client.ask((stripe) =>
      stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }),
    ),
  );
}

/**
 * Releases the schedule of a subscription, which drops a waiting downgrade. Returns the schedule's id, if there was
 * one.
 */
export async function releaseSchedule(
  client: StripeClient,
  subscription: Stripe.Subscription,
): Promise<string | undefined> {
  const schedule = idOf(subscription.schedule);
  if (schedule !== undefined) {
    await client.ask((stripe) => stripe.subscriptionSchedules.release(schedule));
  }
  return schedule;
}

/** Returns the only item of our subscription. Since 2025 the item has the paid period. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new PaymentProtocolError('A subscription of Stripe is for nothing');
  return item;
}

export function toSubscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const item = itemOf(subscription);
  return {
    subscriptionId: subscription.id,
    orderId: subscription.metadata['order_id'],
    state: stateOf(subscription.status),
    endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    periodStarts: toDate(item.current_period_start),
    periodEnds: toDate(item.current_period_end),
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

function stateOf(status: Stripe.Subscription.Status): SubscriptionState['state'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due';
    case 'incomplete':
      return 'incomplete';
    case 'incomplete_expired':
    case 'canceled':
      return 'ended';
    default:
      throw new PaymentProtocolError(`A subscription of Stripe is ${status}`);
  }
}

/**
 * Returns the parameters that set or undo an end. Stripe's own pages can set `cancel_at` instead; a request may change
 * only one.
 */
export function endParameters(
  subscription: Stripe.Subscription,
  ends: boolean,
): { cancel_at_period_end: boolean } | { cancel_at: '' } {
  if (ends) return { cancel_at_period_end: true };
  return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' };
}
