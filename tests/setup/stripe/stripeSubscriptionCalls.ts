import {
  type SubscriptionRecord,
  DeclinedError,
} from '#server/gateways/payments/providerRecords.ts';
import { emitChanges } from './stripeEvents.ts';
import {
  type Form,
  StripeRefusal,
  allowOnly,
  inner,
  members,
  refuse,
  required,
  text,
  texts,
} from './stripeForm.ts';
import { itemId, toSubscription } from './stripeObjects.ts';
import { methodOf } from './stripePortal.ts';
import { newPrice, toPlanPrice } from './stripePrices.ts';
import { type StripeState, planOf } from './stripeState.ts';

export function updateSubscription(
  state: StripeState,
  subscription: SubscriptionRecord,
  form: Form,
) {
  allowOnly(
    form,
    'items billing_cycle_anchor proration_behavior payment_behavior cancel_at_period_end cancel_at metadata default_payment_method',
  );
  if (subscription.state === 'ended') {
    refuse('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const isAboutEnd = 'cancel_at_period_end' in form || 'cancel_at' in form;
  if ('cancel_at_period_end' in form && 'cancel_at' in form) {
    refuse('You may only specify one of these parameters: cancel_at_period_end, cancel_at.');
  }
  const { schedule } = planOf(state, subscription.id);
  if (schedule !== null && (isAboutEnd || 'items' in form)) {
    refuse(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  setPaymentMethod(state, subscription, form);
  const [change] = members(form, 'items');
  if (change) changePrice(state, subscription, form, change);
  else subscription.metadata = { ...subscription.metadata, ...texts(form, 'metadata') };
  if (isAboutEnd) subscription.endsAtPeriodEnd = text(form, 'cancel_at_period_end') === 'true';
  emitChanges(state, [{ kind: 'subscription', event: 'changed', id: subscription.id }]);
  return toSubscription(state, subscription);
}

export function cancelSubscription(state: StripeState, subscription: SubscriptionRecord) {
  if (subscription.state === 'ended') {
    refuse(`No such subscription: '${subscription.id}'`, { code: 'resource_missing' });
  }
  const schedule = state.schedules.get(planOf(state, subscription.id).schedule ?? '');
  if (schedule) schedule.status = 'canceled';
  emitChanges(state, state.books.end(subscription));
  return toSubscription(state, subscription);
}

/** Changes the price at once, with a fresh period and its bill. When the card fails, nothing was changed. */
function changePrice(
  state: StripeState,
  subscription: SubscriptionRecord,
  form: Form,
  change: Form,
): void {
  if (required(change, 'id') !== itemId(subscription.id)) refuse(`No such subscription item`);
  const isNow = text(inner(form, 'billing_cycle_anchor') ?? {}, 'type') === 'now';
  const behaviour = [text(form, 'proration_behavior'), text(form, 'payment_behavior')];
  if (!isNow || behaviour.join() !== 'none,error_if_incomplete') {
    refuse('This server knows upgrades only that begin now, without proration, or fail.');
  }
  const price = newPrice(state, inner(change, 'price_data'), false);
  const details = planOf(state, subscription.id);
  const next = { ...toPlanPrice(price), metadata: texts(form, 'metadata') };
  try {
    const card = state.books.cards.get(details.customer);
    const { bill, changes } = state.books.change(subscription, next, card);
    details.price = price;
    emitChanges(state, [{ kind: 'invoice', event: 'created', id: bill.id }, ...changes]);
  } catch (error) {
    if (error instanceof DeclinedError) declineChange(error.message === 'is declined');
    throw error;
  }
}

function declineChange(isDeclined: boolean): never {
  const code = isDeclined ? 'card_declined' : 'subscription_payment_intent_requires_action';
  const more = isDeclined ? { decline_code: 'insufficient_funds' } : {};
  throw new StripeRefusal(402, { type: 'card_error', code, message: 'No payment.', ...more }, true);
}

function setPaymentMethod(state: StripeState, { id }: SubscriptionRecord, form: Form): void {
  const method = text(form, 'default_payment_method');
  if (method === undefined) return;
  const details = planOf(state, id);
  methodOf(state, details.customer, method);
  details.paymentMethod = method;
}
