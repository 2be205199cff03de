import type { Currency } from '#domain/pricing/money.ts';
import type { CheckoutRecord } from '#server/gateways/payments/providerRecords.ts';
import { emitChanges } from './stripeEvents.ts';
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
import { toSession } from './stripeObjects.ts';
import { newCustomer } from './stripePortal.ts';
import { newPrice } from './stripePrices.ts';
import { type StripeState, newId, secondsNow } from './stripeState.ts';

const sessionNames =
  'mode client_reference_id metadata line_items success_url cancel_url expires_at locale customer_email adaptive_pricing payment_intent_data subscription_data discounts';

export function createSession(state: StripeState, form: Form) {
  allowOnly(form, sessionNames);
  const mode = required(form, 'mode');
  if (mode !== 'payment' && mode !== 'subscription') refuse(`Invalid mode: ${mode}`);
  const data = inner(form, `${mode === 'payment' ? 'payment_intent' : 'subscription'}_data`) ?? {};
  allowOnly(data, 'metadata description');
  const [line, more] = members(form, 'line_items');
  if (!line || more) refuse('This server sells one thing at a time.', { param: 'line_items' });
  const price = newPrice(state, inner(line, 'price_data'));
  if ((mode === 'subscription') !== (price.recurring !== null)) {
    refuse(`You must provide a recurring price in subscription mode, and only there.`);
  }
  const coupon = couponOf(state, form, price.currency);
  checkEmail(form);
  const currency = price.currency.toUpperCase() as Currency;
  const full = { amount: price.unit_amount, currency };
  const checkout = state.books.open({
    method: 'stripe',
    orderId: text(form, 'client_reference_id') ?? '',
    product: price.product,
    description: text(data, 'description') ?? '',
    price: { ...full, amount: Math.max(0, full.amount - (coupon?.amount_off ?? 0)) },
    following: price.recurring ? full : undefined,
    interval: price.recurring?.interval,
    successUrl: required(form, 'success_url'),
    cancelUrl: text(form, 'cancel_url') ?? '',
    expires: new Date(expiryOf(state, form) * 1_000),
    // Stripe does not copy a subscription's metadata to its payments.
    paymentMetadata: mode === 'payment' ? texts(data, 'metadata') : {},
    planMetadata: texts(data, 'metadata'),
  });
  state.sessionDetails.set(checkout.id, {
    created: secondsNow(state),
    price,
    coupon,
    metadata: texts(form, 'metadata'),
  });
  return toSession(state, checkout);
}

export function expireSession(state: StripeState, checkout: CheckoutRecord) {
  const { status } = toSession(state, checkout);
  if (status !== 'open') {
    refuse(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  }
  emitChanges(state, state.books.expire(checkout));
  return toSession(state, checkout);
}

/** The actions of buyers at Stripe's page. */
export function stripeBuyer(state: StripeState) {
  const { books } = state;
  const tryCard = (id: string, card: 'is declined' | 'asks for a confirmation') => {
    emitChanges(state, books.tryCard(openSession(state, id), card));
  };
  return {
    /** Pays by a card that works. */
    pay: (id: string): void => complete(state, openSession(state, id), 'pay'),
    /** Tries a card that is declined; the page stays open. */
    isDeclined: (id: string): void => tryCard(id, 'is declined'),
    /** Gives a card whose bank asks for a confirmation, and does not confirm yet. */
    isAskedToConfirm: (id: string): void => tryCard(id, 'asks for a confirmation'),
    /** Pays by a bank transfer whose money comes later. */
    promise: (id: string): void => complete(state, openSession(state, id), 'promise'),
    /** Lets the money of a bank transfer arrive, or not. */
    settle: (id: string, arrives: boolean): void => {
      const checkout = checkoutOf(state, id);
      if (checkout.state !== 'processing') throw new Error('No money is on its way');
      const changes = arrives ? books.pay(checkout) : books.fail(checkout);
      if (checkout.subscriptionId !== undefined && arrives) {
        changes.push({ kind: 'subscription', event: 'changed', id: checkout.subscriptionId });
      }
      emitChanges(state, changes, `async_payment_${arrives ? 'succeeded' : 'failed'}`);
    },
  };
}

function complete(state: StripeState, checkout: CheckoutRecord, act: 'pay' | 'promise'): void {
  const details = state.sessionDetails.get(checkout.id);
  if (!details) throw new Error(`No session ${checkout.id}`);
  if (details.coupon) details.coupon.times_redeemed += 1;
  const changes = state.books[act](checkout);
  if (changes.length === 0) throw new Error(`The page of ${checkout.id} is ${checkout.state}`);
  const { subscriptionId: id } = checkout;
  if (id !== undefined) {
    const { price } = details;
    const customer = newCustomer(state).id;
    state.planDetails.set(id, { price, customer, schedule: null, paymentMethod: newId('pm') });
    changes.unshift({ kind: 'invoice', event: 'created', id: checkout.billId ?? '' });
    changes.push({ kind: 'subscription', event: 'created', id });
  }
  emitChanges(state, changes);
}

function openSession(state: StripeState, id: string): CheckoutRecord {
  const checkout = checkoutOf(state, id);
  if (checkout.state !== 'open') throw new Error(`The page of ${id} is ${checkout.state}`);
  return checkout;
}

function checkoutOf({ books }: StripeState, id: string): CheckoutRecord {
  const checkout = books.checkouts.get(id);
  if (!checkout) throw new Error(`No session ${id}`);
  return checkout;
}

function expiryOf(state: StripeState, form: Form): number {
  const now = secondsNow(state);
  const expires = whole(form, 'expires_at') ?? now + 86_400;
  if (expires < now + 1_800 || expires > now + 86_400) {
    refuse('The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.', {
      param: 'expires_at',
    });
  }
  return expires;
}

function checkEmail(form: Form): void {
  const email = text(form, 'customer_email');
  if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    refuse(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
  }
}

function couponOf(state: StripeState, form: Form, currency: string) {
  const [discount] = members(form, 'discounts');
  if (!discount) return undefined;
  const coupon = state.coupons.get(required(discount, 'coupon'));
  if (!coupon)
    refuse(`No such coupon: '${text(discount, 'coupon')}'`, { code: 'resource_missing' });
  if (coupon.currency !== currency) refuse('The coupon is in another currency.');
  if (coupon.times_redeemed >= (coupon.max_redemptions ?? Number.POSITIVE_INFINITY)) {
    refuse('This coupon has expired.', { code: 'coupon_expired' });
  }
  return coupon;
}
