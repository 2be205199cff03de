import { createRefund } from './stripeRefunds.ts';
import { type Form, StripeRefusal, allowOnly, inner, text, whole } from './stripeForm.ts';
import { createPortalSession, payByCall } from './stripePortal.ts';
import { createCoupon, createProduct } from './stripePrices.ts';
import { createSchedule, releaseSchedule, updateSchedule } from './stripeSchedules.ts';
import { createSession, expireSession } from './stripeSessions.ts';
import { cancelSubscription, updateSubscription } from './stripeSubscriptionCalls.ts';
import { stripeObjects } from './stripeObjects.ts';
import type { StripeState } from './stripeState.ts';

type Handler = (state: StripeState, form: Form, id: string) => unknown;

/** The calls of this server; `:id` is an object's. */
const routes: readonly [method: string, path: string, handler: Handler][] = [
  ['POST', 'checkout/sessions', createSession],
  ['GET', 'checkout/sessions/:id', (state, _form, id) => found(stripeObjects(state).sessions, id)],
  [
    'POST',
    'checkout/sessions/:id/expire',
    (state, _form, id) => expireSession(state, found(state.books.checkouts, id)),
  ],
  ['POST', 'coupons', createCoupon],
  ['POST', 'products', createProduct],
  ['GET', 'payment_intents', listIntents],
  ['GET', 'invoices', listInvoices],
  ['GET', 'invoices/:id', (state, _form, id) => found(stripeObjects(state).invoices, id)],
  [
    'POST',
    'invoices/:id/pay',
    (state, form, id) => payByCall(state, found(state.books.bills, id), form),
  ],
  ['POST', 'billing_portal/sessions', createPortalSession],
  ['GET', 'invoice_payments', listInvoicePayments],
  ['GET', 'subscriptions/:id', (state, _form, id) => found(stripeObjects(state).subscriptions, id)],
  [
    'POST',
    'subscriptions/:id',
    (state, form, id) => updateSubscription(state, found(state.books.subscriptions, id), form),
  ],
  [
    'DELETE',
    'subscriptions/:id',
    (state, _form, id) => cancelSubscription(state, found(state.books.subscriptions, id)),
  ],
  ['POST', 'subscription_schedules', createSchedule],
  ['GET', 'subscription_schedules/:id', (state, _form, id) => found(state.schedules, id)],
  [
    'POST',
    'subscription_schedules/:id',
    (state, form, id) => updateSchedule(state, found(state.schedules, id), form),
  ],
  [
    'POST',
    'subscription_schedules/:id/release',
    (state, _form, id) => releaseSchedule(state, found(state.schedules, id)),
  ],
  ['POST', 'refunds', createRefund],
  ['GET', 'refunds', listRefunds],
  ['GET', 'refunds/:id', (state, _form, id) => found(stripeObjects(state).refunds, id)],
  ['GET', 'disputes', listDisputes],
  ['GET', 'disputes/:id', (state, _form, id) => found(stripeObjects(state).disputes, id)],
];

/** Executes a request, or throws a `StripeRefusal`. */
export function route(state: StripeState, method: string, path: string, form: Form): unknown {
  for (const [verb, pattern, handler] of routes) {
    const match = new RegExp(`^/v1/${pattern.replace(':id', '([^/]+)')}$`).exec(path);
    if (match && verb === method) return handler(state, form, decodeURIComponent(match[1] ?? ''));
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function found<Thing>(table: { get: (id: string) => Thing | undefined }, id: string): Thing {
  const object = table.get(id);
  if (object) return object;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such object: '${id}'`,
  });
}

function listIntents(state: StripeState, form: Form): unknown {
  allowOnly(form, 'created limit starting_after');
  const since = whole(inner(form, 'created') ?? {}, 'gte') ?? 0;
  return page(
    stripeObjects(state)
      .intents.values()
      .filter(({ created }) => created >= since),
    form,
  );
}

function listInvoices(state: StripeState, form: Form): unknown {
  allowOnly(form, 'subscription limit starting_after');
  const subscription = text(form, 'subscription');
  const all = stripeObjects(state)
    .invoices.values()
    .filter(({ parent }) => parent?.subscription_details?.subscription === subscription);
  return page(all, form);
}

function listInvoicePayments(state: StripeState, form: Form): unknown {
  allowOnly(form, 'invoice payment limit starting_after');
  const intent = text(inner(form, 'payment') ?? {}, 'payment_intent');
  const invoice = text(form, 'invoice');
  const all = stripeObjects(state)
    .invoicePayments.values()
    .filter(
      (one) =>
        (invoice === undefined || one.invoice === invoice) &&
        (intent === undefined || one.payment.payment_intent === intent),
    );
  return page(all, form);
}

function listRefunds(state: StripeState, form: Form): unknown {
  return page(ofPayment(stripeObjects(state).refunds.values(), form), form);
}

function listDisputes(state: StripeState, form: Form): unknown {
  return page(ofPayment(stripeObjects(state).disputes.values(), form), form);
}

/** Returns those of a payment and of a range of creation times, where these are asked for. */
function ofPayment<Thing extends { created: number; payment_intent: string }>(
  all: readonly Thing[],
  form: Form,
): Thing[] {
  allowOnly(form, 'charge created payment_intent limit starting_after ending_before');
  const intent = text(form, 'payment_intent');
  const range = inner(form, 'created') ?? {};
  allowOnly(range, 'gt gte lt lte');
  const from = Math.max(whole(range, 'gte') ?? 0, (whole(range, 'gt') ?? -1) + 1);
  const to = Math.min(
    whole(range, 'lt') ?? Number.POSITIVE_INFINITY,
    (whole(range, 'lte') ?? Number.POSITIVE_INFINITY) + 1,
  );
  return all.filter(
    ({ created, payment_intent: payment }) =>
      created >= from && created < to && (intent === undefined || payment === intent),
  );
}

/** Returns a page of a list, the newest first. */
function page(all: readonly { id: string }[], form: Form): unknown {
  const newest = all.toReversed();
  const after = newest.findIndex(({ id }) => id === text(form, 'starting_after'));
  const rest = newest.slice(after + 1);
  const limit = whole(form, 'limit') ?? 10;
  return {
    object: 'list',
    url: '/v1/list',
    data: rest.slice(0, limit),
    has_more: rest.length > limit,
  };
}
