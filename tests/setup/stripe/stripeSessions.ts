import { chargeCard, fail, newIntent, succeed } from './stripeCharges.ts';
import {
  allowOnly,
  inner,
  members,
  refuse,
  required,
  text,
  texts,
  whole,
  type Form,
} from './stripeForm.ts';
import { newCustomer } from './stripePortal.ts';
import { settleFirstInvoice, startSubscription } from './stripeBilling.ts';
import { newPrice } from './stripePrices.ts';
import { type Session, type StripeWorld, emit, newId, nowOf } from './stripeWorld.ts';

const sessionNames =
  'mode client_reference_id metadata line_items success_url cancel_url expires_at locale customer_email adaptive_pricing payment_intent_data subscription_data discounts';

export function createSession(world: StripeWorld, form: Form): Session {
  allowOnly(form, sessionNames);
  const mode = required(form, 'mode');
  if (mode !== 'payment' && mode !== 'subscription') refuse(`Invalid mode: ${mode}`);
  const data = inner(form, `${mode === 'payment' ? 'payment_intent' : 'subscription'}_data`) ?? {};
  allowOnly(data, 'metadata description');
  const [line, more] = members(form, 'line_items');
  if (!line || more) refuse('This server sells one thing at a time.', { param: 'line_items' });
  const price = newPrice(world, inner(line, 'price_data'));
  if ((mode === 'subscription') !== (price.recurring !== null)) {
    refuse(`You must provide a recurring price in subscription mode, and only there.`);
  }
  const coupon = couponOf(world, form, price.currency);
  const total = Math.max(0, price.unit_amount - (coupon?.amount_off ?? 0));
  const id = newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    created: nowOf(world),
    status: 'open',
    payment_status: 'unpaid',
    mode,
    url: `${world.url}/c/pay/${id}`,
    expires_at: expiryOf(world, form),
    client_reference_id: text(form, 'client_reference_id') ?? null,
    metadata: texts(form, 'metadata'),
    currency: price.currency,
    amount_subtotal: price.unit_amount,
    amount_total: total,
    locale: (text(form, 'locale') as Session['locale']) ?? null,
    customer_email: emailOf(form),
    livemode: false,
    success_url: required(form, 'success_url'),
    cancel_url: text(form, 'cancel_url') ?? null,
    payment_intent: null,
    invoice: null,
    subscription: null,
    customer: null,
  };
  world.sessions.set(id, session);
  world.plans.set(id, { price, coupon, metadata: texts(data, 'metadata') });
  return session;
}

export function expireSession(world: StripeWorld, id: string): Session {
  const session = sessionOf(world, id);
  if (session.status !== 'open') {
    refuse(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  Object.assign(session, { status: 'expired', url: null });
  emit(world, 'checkout.session.expired', session);
  return session;
}

/** What buyers do at Stripe's page. */
export function stripeBuyer(world: StripeWorld) {
  return {
    /** Pays by a card that works. */
    pay: (id: string): void => complete(world, openSession(world, id), 'paid'),
    /** Tries a card that is declined; the page stays open. */
    isDeclined: (id: string): void => {
      fail(world, intentFor(world, openSession(world, id)), 'card_declined', 'insufficient_funds');
    },
    /** Gives a card whose bank asks for a confirmation, and does not confirm yet. */
    isAskedToConfirm: (id: string): void => {
      chargeCard(world, intentFor(world, openSession(world, id)), 'asks for a confirmation');
    },
    /** Pays by a bank transfer whose money comes later. */
    promise: (id: string): void => complete(world, openSession(world, id), 'unpaid'),
    /** Lets the money of a bank transfer arrive, or not. */
    settle: (id: string, arrives: boolean): void => settle(world, sessionOf(world, id), arrives),
  };
}

function complete(world: StripeWorld, session: Session, status: 'paid' | 'unpaid'): void {
  const isFree = session.amount_total === 0;
  Object.assign(session, {
    status: 'complete',
    url: null,
    payment_status: isFree ? 'no_payment_required' : status,
    customer: newCustomer(world).id,
  });
  const plan = world.plans.get(session.id);
  if (plan?.coupon) plan.coupon.times_redeemed += 1;
  if (session.mode === 'subscription' && plan) {
    const { subscription, invoice } = startSubscription(world, session, plan, status === 'paid');
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  } else if (!isFree) {
    const intent = intentFor(world, session);
    if (status === 'paid') succeed(world, intent);
    else intent.status = 'processing';
  }
  emit(world, 'checkout.session.completed', session);
}

function settle(world: StripeWorld, session: Session, arrives: boolean): void {
  if (session.invoice) {
    settleFirstInvoice(world, session.invoice, arrives);
  } else {
    const intent = world.intents.get(session.payment_intent ?? '');
    if (intent?.status !== 'processing') throw new Error('No money is on its way');
    if (arrives) succeed(world, intent);
    else fail(world, intent, 'payment_intent_payment_attempt_failed', 'insufficient_funds');
  }
  if (arrives) session.payment_status = 'paid';
  emit(world, `checkout.session.async_payment_${arrives ? 'succeeded' : 'failed'}`, session);
}

/** The payment of a session in payment mode, made when the buyer first tries to pay. */
function intentFor(world: StripeWorld, session: Session) {
  const known = world.intents.get(session.payment_intent ?? '');
  if (known) return known;
  const { metadata } = world.plans.get(session.id) ?? { metadata: {} };
  const intent = newIntent(world, session.amount_total ?? 0, session.currency ?? '', metadata);
  if (session.mode === 'payment') session.payment_intent = intent.id;
  return intent;
}

function openSession(world: StripeWorld, id: string): Session {
  const session = sessionOf(world, id);
  if (session.status !== 'open') throw new Error(`The page of ${id} is ${session.status}`);
  return session;
}

function sessionOf(world: StripeWorld, id: string): Session {
  const session = world.sessions.get(id);
  if (!session) throw new Error(`No session ${id}`);
  return session;
}

function expiryOf(world: StripeWorld, form: Form): number {
  const now = nowOf(world);
  const expires = whole(form, 'expires_at') ?? now + 86_400;
  if (expires < now + 1_800 || expires > now + 86_400) {
    refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.', {
      param: 'expires_at',
    });
  }
  return expires;
}

function emailOf(form: Form): string | null {
  const email = text(form, 'customer_email');
  if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    refuse(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  }
  return email ?? null;
}

function couponOf(world: StripeWorld, form: Form, currency: string) {
  const [discount] = members(form, 'discounts');
  if (!discount) return undefined;
  const coupon = world.coupons.get(required(discount, 'coupon'));
  if (!coupon)
    refuse(`No such coupon: '${text(discount, 'coupon')}'`, { code: 'resource_missing' });
  if (coupon.currency !== currency) refuse('The coupon is in another currency.');
  if (coupon.times_redeemed >= (coupon.max_redemptions ?? Number.POSITIVE_INFINITY)) {
    refuse('This coupon has expired.', { code: 'coupon_expired' });
  }
  return coupon;
}
