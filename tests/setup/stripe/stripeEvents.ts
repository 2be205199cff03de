import type { Change } from '#server/gateways/payments/providerRecords.ts';
import { stripeObjects } from './stripeObjects.ts';
import {
  type EventObject,
  type StripeState,
  apiVersion,
  newId,
  secondsNow,
} from './stripeState.ts';

/** The messages about a change of the books. A free payment has none. */
const types: Readonly<Record<string, string[]>> = {
  'checkout.expired': ['checkout.session.expired'],
  'payment.paid': ['payment_intent.succeeded', 'charge.succeeded'],
  'payment.failed': ['payment_intent.payment_failed'],
  'payment.unconfirmed': ['payment_intent.requires_action'],
  'invoice.created': ['invoice.created'],
  'invoice.paid': ['invoice.paid', 'invoice.payment_succeeded'],
  'invoice.failed': ['invoice.payment_failed'],
  'invoice.unconfirmed': ['invoice.payment_failed', 'invoice.payment_action_required'],
  'subscription.created': ['customer.subscription.created'],
  'subscription.changed': ['customer.subscription.updated'],
  'subscription.ended': ['customer.subscription.deleted'],
  'refund.created': ['refund.created'],
  'refund.failed': ['refund.failed'],
  'refund.succeeded': ['refund.updated'],
  'dispute.opened': ['charge.dispute.created'],
  'dispute.ended': ['charge.dispute.closed'],
};

/** Records the messages about changes. `session` is the event of a session that was completed or settled. */
export function emitChanges(
  state: StripeState,
  changes: readonly Change[],
  session = 'completed',
): void {
  const { sessions, intents, charges, invoices, subscriptions, refunds, disputes } =
    stripeObjects(state);
  for (const { kind, event, id } of changes) {
    const named = types[`${kind}.${event}`] ?? [`checkout.session.${session}`];
    for (const type of named) {
      const table = {
        checkout: sessions,
        payment: type === 'charge.succeeded' ? charges : intents,
        invoice: invoices,
        subscription: subscriptions,
        refund: refunds,
        dispute: disputes,
      }[kind];
      const object = table.get(id);
      if (object) emit(state, type, object);
    }
  }
}

/** Records a message as Stripe would send it. */
export function emit(state: StripeState, type: string, object: { id: string }): EventObject {
  const event: EventObject = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: secondsNow(state),
    livemode: false,
    pending_webhooks: 1,
    type,
    data: { object: structuredClone(object) },
  };
  state.events.push(event);
  return event;
}
