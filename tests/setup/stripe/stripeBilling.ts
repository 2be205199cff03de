import type Stripe from 'stripe';
import { periodEnd } from './stripeCalendar.ts';
import { chargeCard, fail, newIntent, succeed } from './stripeCharges.ts';
import {
  type Card,
  type Intent,
  type InvoiceObject,
  type InvoicePaymentObject,
  type Item,
  type Session,
  type SessionPlan,
  type StripeWorld,
  type SubscriptionObject,
  emit,
  newId,
  nowOf,
} from './stripeWorld.ts';

/** Makes the subscription of a completed session, with its first bill. */
export function startSubscription(
  world: StripeWorld,
  session: Session,
  { price, coupon, metadata }: SessionPlan,
  isPaid: boolean,
): { subscription: SubscriptionObject; invoice: InvoiceObject } {
  if (!price.recurring) throw new Error('A subscription needs a price that recurs');
  const now = nowOf(world);
  const id = newId('sub');
  const item: Item = {
    id: newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: periodEnd(now, price.recurring.interval, now),
    subscription: id,
    price,
    quantity: 1,
  };
  const subscription: SubscriptionObject = {
    id,
    object: 'subscription',
    created: now,
    status: isPaid ? 'active' : 'incomplete',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    billing_cycle_anchor: now,
    currency: price.currency,
    metadata,
    customer: session.customer ?? newId('cus'),
    items: { object: 'list', data: [item], has_more: false },
    latest_invoice: null,
    schedule: null,
    // Checkout gives each subscription a payment method of its own.
    default_payment_method: newId('pm'),
  };
  world.subscriptions.set(id, subscription);
  const invoice = newInvoice(world, subscription, 'subscription_create', coupon?.amount_off ?? 0);
  const intent = finalise(world, invoice);
  if (intent && isPaid) succeed(world, intent);
  else if (intent) intent.status = 'processing';
  if (isPaid || !intent) markPaid(world, invoice);
  emit(world, 'customer.subscription.created', subscription);
  return { subscription, invoice };
}

/** Lets the bank transfer for a first bill arrive, or not. */
export function settleFirstInvoice(world: StripeWorld, id: string, arrives: boolean): void {
  const invoice = invoiceOf(world, id);
  const subscription = subscriptionOf(world, invoice);
  const intent = intentOf(world, invoice);
  if (intent?.status !== 'processing') throw new Error('No money is on its way');
  if (!arrives) {
    fail(world, intent, 'payment_intent_payment_attempt_failed', 'insufficient_funds');
    emit(world, 'invoice.payment_failed', invoice);
    return;
  }
  succeed(world, intent);
  subscription.status = 'active';
  markPaid(world, invoice);
  emit(world, 'customer.subscription.updated', subscription);
}

/** Makes a bill for the item's current period, as a draft. */
export function newInvoice(
  world: StripeWorld,
  subscription: SubscriptionObject,
  reason: Stripe.Invoice.BillingReason,
  discount = 0,
): InvoiceObject {
  const item = onlyItem(subscription);
  const due = Math.max(0, item.price.unit_amount - discount);
  const now = nowOf(world);
  const id = newId('in');
  const invoice: InvoiceObject = {
    id,
    object: 'invoice',
    created: now,
    status: 'draft',
    billing_reason: reason,
    currency: item.price.currency,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    total: due,
    // Of a renewal these are the period before, so they should not be read.
    period_start: reason === 'subscription_cycle' ? now : item.current_period_start,
    period_end: reason === 'subscription_cycle' ? now : item.current_period_start,
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    attempt_count: 0,
    customer: subscription.customer,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
    },
    lines: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: newId('il'),
          object: 'line_item',
          amount: item.price.unit_amount,
          currency: item.price.currency,
          period: { start: item.current_period_start, end: item.current_period_end },
          metadata: { ...subscription.metadata },
          parent: {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: null,
              subscription: subscription.id,
              subscription_item: item.id,
            },
          },
        },
      ],
    },
  };
  world.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  emit(world, 'invoice.created', invoice);
  return invoice;
}

/** Finishes a draft. Returns the payment that it waits for; none when nothing is due. */
export function finalise(world: StripeWorld, invoice: InvoiceObject): Intent | undefined {
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = nowOf(world);
  if (invoice.amount_due === 0) return undefined;
  const intent = newIntent(world, invoice.amount_due, invoice.currency);
  const payment: InvoicePaymentObject = {
    id: newId('inpay'),
    object: 'invoice_payment',
    created: nowOf(world),
    amount_paid: null,
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    is_default: true,
    status: 'open',
    invoice: invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent.id },
  };
  world.payments.set(payment.id, payment);
  return intent;
}

/** Charges the card for an open bill, and sends a message about it. Returns whether it is paid. */
export function collect(world: StripeWorld, invoice: InvoiceObject, card?: Card): boolean {
  const intent = intentOf(world, invoice);
  invoice.attempt_count += 1;
  if (intent) chargeCard(world, intent, card ?? cardOf(world, invoice));
  const isPaid = intent === undefined || intent.status === 'succeeded';
  if (isPaid) markPaid(world, invoice);
  else {
    emit(world, 'invoice.payment_failed', invoice);
    if (intent.status === 'requires_action')
      emit(world, 'invoice.payment_action_required', invoice);
  }
  return isPaid;
}

/** The subscription's payment method comes before the customer's. */
function cardOf(world: StripeWorld, invoice: InvoiceObject): Card {
  const { default_payment_method: own } = subscriptionOf(world, invoice);
  return world.methods.get(own ?? '')?.card ?? world.cards.get(invoice.customer) ?? 'works';
}

export function intentOf(world: StripeWorld, invoice: InvoiceObject): Intent | undefined {
  const payment = paymentsOf(world, invoice.id)[0];
  return world.intents.get(payment?.payment.payment_intent ?? '');
}

export function paymentsOf(world: StripeWorld, invoice: string): InvoicePaymentObject[] {
  return [...world.payments.values()].filter((payment) => payment.invoice === invoice);
}

export function subscriptionOf(world: StripeWorld, invoice: InvoiceObject): SubscriptionObject {
  const named = invoice.parent?.subscription_details?.subscription;
  const id = typeof named === 'string' ? named : named?.id;
  const subscription = world.subscriptions.get(id ?? '');
  if (!subscription) throw new Error(`The bill ${invoice.id} is for no subscription`);
  return subscription;
}

export function onlyItem(subscription: SubscriptionObject): Item {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription without an item');
  return item;
}

export function invoiceOf(world: StripeWorld, id: string): InvoiceObject {
  const invoice = world.invoices.get(id);
  if (!invoice) throw new Error(`No bill ${id}`);
  return invoice;
}

function markPaid(world: StripeWorld, invoice: InvoiceObject): void {
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 });
  invoice.status_transitions.paid_at = nowOf(world);
  for (const payment of paymentsOf(world, invoice.id)) {
    Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested });
  }
  emit(world, 'invoice.paid', invoice);
  emit(world, 'invoice.payment_succeeded', invoice);
}
