import type Stripe from 'stripe';
import {
  type PlanChange,
  PaymentProtocolError,
  type SubscriptionState,
} from '#server/gateways/payments/payments.ts';
import { intervalOf } from '#server/gateways/payments/stripeCheckoutRequest.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import type { ChangeMark } from '#server/gateways/payments/stripeInvoices.ts';
import { fromMoney, idOf } from '#server/gateways/payments/stripeMoney.ts';
import {
  itemOf,
  readSubscription,
  releaseSchedule,
  setEndsAtPeriodEnd,
  toSubscriptionState,
} from '#server/gateways/payments/stripeSubscriptions.ts';

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/**
 * Changes the plan at the end of the paid period, by a schedule of two phases: the paid period as it is, then the new
 * price. Without a schedule, Stripe would bill at once when the length of the period changes, for example from a year
 * to a month.
 */
export async function downgrade(
  client: StripeClient,
  id: string,
  change: PlanChange,
): Promise<SubscriptionState> {
  // A plan that is about to end has no next period, so a change also means that it continues.
  await setEndsAtPeriodEnd(client, id, false);
  const product = await newProduct(client, change);
  const mark: ChangeMark = { change_id: change.changeId, change: 'downgrade' };
  const next: Phase = {
    items: [{ price_data: recurringPrice(change, product), quantity: 1 }],
    metadata: mark,
    duration: { interval: requiredInterval(change), interval_count: 1 },
  };
  await schedulePhase(client, id, next, `schedule-${change.changeId}`);
  return readSubscription(client, id);
}

/** Releases the schedule of a waiting downgrade, so that the subscription renews as it is. */
export async function dropDowngrade(client: StripeClient, id: string): Promise<SubscriptionState> {
  const subscription = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  const schedule = await releaseSchedule(client, subscription);
  return schedule === undefined ? toSubscriptionState(subscription) : readSubscription(client, id);
}

/** Schedules a phase after the paid period. When the phase is over, the subscription continues as in it. */
export async function schedulePhase(
  client: StripeClient,
  id: string,
  next: Phase,
  key: string,
): Promise<void> {
  const subscription = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  const schedule =
    idOf(subscription.schedule) ??
    (
      await client.ask((stripe) =>
        stripe.subscriptionSchedules.create({ from_subscription: id }, { idempotencyKey: key }),
      )
    ).id;
  const item = itemOf(subscription);
  await client.ask((stripe) =>
    stripe.subscriptionSchedules.update(schedule, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
          proration_behavior: 'none',
        },
        // Without this anchor Stripe keeps the old one, and a longer period would start without a bill.
        { ...next, billing_cycle_anchor: 'phase_start', proration_behavior: 'none' },
      ],
    }),
  );
}

/** Returns the phase of a waiting downgrade, so that it can be restored. */
export async function waitingPhase(
  client: StripeClient,
  subscription: Stripe.Subscription,
): Promise<Phase | undefined> {
  const id = idOf(subscription.schedule);
  if (id === undefined) return undefined;
  const schedule = await client.ask((stripe) => stripe.subscriptionSchedules.retrieve(id));
  const phase = schedule.phases.find(({ start_date: start }) => start >= periodEndOf(subscription));
  const price = idOf(phase?.items[0]?.price);
  if (phase === undefined || price === undefined) return undefined;
  return {
    items: [{ price, quantity: 1 }],
    metadata: phase.metadata ?? {},
    end_date: phase.end_date,
  };
}

/** Makes the product of a new price, with the buyer's name for it. An unused product is harmless. */
export async function newProduct(client: StripeClient, change: PlanChange): Promise<string> {
  const { product, description, changeId } = change;
  const made = await client.askAgain(`product-${changeId}`, (stripe, idempotencyKey) =>
    stripe.products.create({ name: description, metadata: { product } }, { idempotencyKey }),
  );
  return made.id;
}

export function recurringPrice(change: PlanChange, product: string) {
  return { ...fromMoney(change.price), product, recurring: { interval: requiredInterval(change) } };
}

function requiredInterval({ product }: PlanChange): 'month' | 'year' {
  const interval = intervalOf(product);
  if (interval === undefined) throw new PaymentProtocolError(`${product} does not renew`);
  return interval;
}

function periodEndOf(subscription: Stripe.Subscription): number {
  return itemOf(subscription).current_period_end;
}
