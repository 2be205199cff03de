import type Stripe from 'stripe';
import {
  type Invoice,
  PaymentDeclinedError,
  type PlanChange,
  PaymentProtocolError,
} from '#server/gateways/payments/payments.ts';
import type { StripeClient } from '#server/gateways/payments/stripeClient.ts';
import {
  type ChangeMark,
  findChangeInvoice,
  toInvoice,
} from '#server/gateways/payments/stripeInvoices.ts';
import {
  newProduct,
  recurringPrice,
  schedulePhase,
  waitingPhase,
} from '#server/gateways/payments/stripeSchedules.ts';
import {
  endParameters,
  itemOf,
  releaseSchedule,
  toSubscriptionState,
} from '#server/gateways/payments/stripeSubscriptions.ts';

/**
 * Charges the full new price and starts a new period. Stripe changes nothing when the charge fails. But a waiting
 * downgrade must be dropped before the charge, so it is restored after a failure.
 */
export async function upgrade(
  client: StripeClient,
  id: string,
  change: PlanChange,
): Promise<Invoice> {
  const subscription = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  // Stripe keeps idempotency keys for a day. After that, this mark prevents a second charge.
  if (subscription.metadata['change_id'] === change.changeId) {
    const made = await findChangeInvoice(client, id, change.changeId);
    if (made !== undefined) return made;
  }
  const product = await newProduct(client, change);
  const waiting = await waitingPhase(client, subscription);
  await releaseSchedule(client, subscription);
  try {
    return await charge(client, subscription, change, product);
  } catch (error) {
    if (error instanceof PaymentDeclinedError && waiting !== undefined) {
      await schedulePhase(client, id, waiting, `schedule-back-${change.changeId}`);
    }
    throw error;
  }
}

async function charge(
  client: StripeClient,
  subscription: Stripe.Subscription,
  change: PlanChange,
  product: string,
): Promise<Invoice> {
  const mark: ChangeMark = { change_id: change.changeId, change: 'upgrade' };
  const changed = await client.ask((stripe) =>
    stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: itemOf(subscription).id, price_data: recurringPrice(change, product) }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
        payment_behavior: 'error_if_incomplete',
        // A plan that was bought now renews, even if the old one was about to end.
        ...(toSubscriptionState(subscription).endsAtPeriodEnd
          ? endParameters(subscription, false)
          : {}),
        metadata: mark,
        expand: ['latest_invoice.payments'],
      },
      { idempotencyKey: `upgrade-${change.changeId}` },
    ),
  );
  const invoice = changed.latest_invoice;
  if (typeof invoice !== 'object' || invoice === null) {
    throw new PaymentProtocolError('An upgrade at Stripe made no bill');
  }
  return toInvoice(invoice);
}
