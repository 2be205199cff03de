import { periodEnd } from './stripeCalendar.ts';
import { collect, finalise, newInvoice, onlyItem } from './stripeBilling.ts';
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
import { methodOf } from './stripePortal.ts';
import { newPrice } from './stripePrices.ts';
import { type StripeWorld, type SubscriptionObject, emit, nowOf } from './stripeWorld.ts';

export function updateSubscription(
  world: StripeWorld,
  subscription: SubscriptionObject,
  form: Form,
): SubscriptionObject {
  allowOnly(
    form,
    'items billing_cycle_anchor proration_behavior payment_behavior cancel_at_period_end cancel_at metadata default_payment_method',
  );
  if (subscription.status === 'canceled') {
    refuse('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const isAboutEnd = 'cancel_at_period_end' in form || 'cancel_at' in form;
  if ('cancel_at_period_end' in form && 'cancel_at' in form) {
    refuse('You may only specify one of these parameters: cancel_at_period_end, cancel_at.');
  }
  if (subscription.schedule && (isAboutEnd || 'items' in form)) {
    refuse(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  setPaymentMethod(world, subscription, form);
  const [change] = members(form, 'items');
  if (change) changePrice(world, subscription, form, change);
  else Object.assign(subscription.metadata, texts(form, 'metadata'));
  if (isAboutEnd) setEnd(world, subscription, form);
  emit(world, 'customer.subscription.updated', subscription);
  return subscription;
}

export function cancelSubscription(
  world: StripeWorld,
  subscription: SubscriptionObject,
): SubscriptionObject {
  if (subscription.status === 'canceled') {
    refuse(`No such subscription: '${subscription.id}'`, { code: 'resource_missing' });
  }
  const now = nowOf(world);
  const schedule = world.schedules.get(subscription.schedule ?? '');
  if (schedule) schedule.status = 'canceled';
  Object.assign(subscription, { status: 'canceled', ended_at: now, canceled_at: now });
  emit(world, 'customer.subscription.deleted', subscription);
  return subscription;
}

/** Changes the price at once, with a fresh period and its bill. When the card fails, nothing was changed. */
function changePrice(
  world: StripeWorld,
  subscription: SubscriptionObject,
  form: Form,
  change: Form,
): void {
  const item = onlyItem(subscription);
  if (required(change, 'id') !== item.id) refuse(`No such subscription item`);
  const isNow = text(inner(form, 'billing_cycle_anchor') ?? {}, 'type') === 'now';
  const behaviour = [text(form, 'proration_behavior'), text(form, 'payment_behavior')];
  if (!isNow || behaviour.join() !== 'none,error_if_incomplete') {
    refuse('This server knows upgrades only that begin now, without proration, or fail.');
  }
  const price = newPrice(world, inner(change, 'price_data'), false);
  const card = world.cards.get(subscription.customer) ?? 'works';
  if (card !== 'works') declineChange(card === 'is declined');
  const now = nowOf(world);
  Object.assign(item, {
    price,
    current_period_start: now,
    current_period_end: periodEnd(now, price.recurring?.interval ?? 'month', now),
  });
  Object.assign(subscription.metadata, texts(form, 'metadata'));
  subscription.billing_cycle_anchor = now;
  const invoice = newInvoice(world, subscription, 'subscription_update');
  finalise(world, invoice);
  collect(world, invoice);
  subscription.status = 'active';
}

function declineChange(isDeclined: boolean): never {
  const code = isDeclined ? 'card_declined' : 'subscription_payment_intent_requires_action';
  const more = isDeclined ? { decline_code: 'insufficient_funds' } : {};
  throw new StripeRefusal(402, { type: 'card_error', code, message: 'No payment.', ...more }, true);
}

function setPaymentMethod(world: StripeWorld, subscription: SubscriptionObject, form: Form): void {
  const method = text(form, 'default_payment_method');
  if (method === undefined) return;
  methodOf(world, subscription.customer, method);
  subscription.default_payment_method = method;
}

function setEnd(world: StripeWorld, subscription: SubscriptionObject, form: Form): void {
  const ends = text(form, 'cancel_at_period_end') === 'true';
  const end = onlyItem(subscription).current_period_end;
  Object.assign(subscription, {
    cancel_at_period_end: ends,
    cancel_at: ends ? end : null,
    canceled_at: ends ? nowOf(world) : null,
  });
}
