import { createRefund } from './stripeCharges.ts';
import { type Form, StripeRefusal, allowOnly, inner, text, whole } from './stripeForm.ts';
import { createPortalSession, payByCall } from './stripePortal.ts';
import { createCoupon, createProduct } from './stripePrices.ts';
import { createSchedule, releaseSchedule, updateSchedule } from './stripeSchedules.ts';
import { createSession, expireSession } from './stripeSessions.ts';
import { cancelSubscription, updateSubscription } from './stripeSubscriptionCalls.ts';
import type { StripeWorld } from './stripeWorld.ts';

type Handler = (world: StripeWorld, form: Form, id: string) => unknown;

/** The calls of this server; `:id` is an object's. */
const routes: readonly [method: string, path: string, handler: Handler][] = [
  ['POST', 'checkout/sessions', createSession],
  ['GET', 'checkout/sessions/:id', (world, _form, id) => found(world.sessions, id)],
  [
    'POST',
    'checkout/sessions/:id/expire',
    (world, _form, id) => (found(world.sessions, id), expireSession(world, id)),
  ],
  ['POST', 'coupons', createCoupon],
  ['POST', 'products', createProduct],
  ['GET', 'payment_intents', listIntents],
  ['GET', 'invoices', listInvoices],
  ['GET', 'invoices/:id', (world, _form, id) => found(world.invoices, id)],
  [
    'POST',
    'invoices/:id/pay',
    (world, form, id) => payByCall(world, found(world.invoices, id), form),
  ],
  ['POST', 'billing_portal/sessions', createPortalSession],
  ['GET', 'invoice_payments', listInvoicePayments],
  ['GET', 'subscriptions/:id', (world, _form, id) => found(world.subscriptions, id)],
  [
    'POST',
    'subscriptions/:id',
    (world, form, id) => updateSubscription(world, found(world.subscriptions, id), form),
  ],
  [
    'DELETE',
    'subscriptions/:id',
    (world, _form, id) => cancelSubscription(world, found(world.subscriptions, id)),
  ],
  ['POST', 'subscription_schedules', createSchedule],
  ['GET', 'subscription_schedules/:id', (world, _form, id) => found(world.schedules, id)],
  [
    'POST',
    'subscription_schedules/:id',
    (world, form, id) => updateSchedule(world, found(world.schedules, id), form),
  ],
  [
    'POST',
    'subscription_schedules/:id/release',
    (world, _form, id) => releaseSchedule(world, found(world.schedules, id)),
  ],
  ['POST', 'refunds', createRefund],
  ['GET', 'refunds', listRefunds],
  ['GET', 'refunds/:id', (world, _form, id) => found(world.refunds, id)],
  ['GET', 'disputes', listDisputes],
  ['GET', 'disputes/:id', (world, _form, id) => found(world.disputes, id)],
];

/** Executes a request, or throws a `StripeRefusal`. */
export function route(world: StripeWorld, method: string, path: string, form: Form): unknown {
  for (const [verb, pattern, handler] of routes) {
    const match = new RegExp(`^/v1/${pattern.replace(':id', '([^/]+)')}$`).exec(path);
    if (match && verb === method) return handler(world, form, decodeURIComponent(match[1] ?? ''));
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}

function found<Thing>(table: ReadonlyMap<string, Thing>, id: string): Thing {
  const object = table.get(id);
  if (object) return object;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such object: '${id}'`,
  });
}

function listIntents(world: StripeWorld, form: Form): unknown {
  allowOnly(form, 'created limit starting_after');
  const since = whole(inner(form, 'created') ?? {}, 'gte') ?? 0;
  return page(
    [...world.intents.values()].filter(({ created }) => created >= since),
    form,
  );
}

function listInvoices(world: StripeWorld, form: Form): unknown {
  allowOnly(form, 'subscription limit starting_after');
  const subscription = text(form, 'subscription');
  const all = [...world.invoices.values()].filter(
    ({ parent }) => parent?.subscription_details?.subscription === subscription,
  );
  return page(all, form);
}

function listInvoicePayments(world: StripeWorld, form: Form): unknown {
  allowOnly(form, 'invoice payment limit starting_after');
  const intent = text(inner(form, 'payment') ?? {}, 'payment_intent');
  const invoice = text(form, 'invoice');
  const all = [...world.payments.values()].filter(
    (one) =>
      (invoice === undefined || one.invoice === invoice) &&
      (intent === undefined || one.payment.payment_intent === intent),
  );
  return page(all, form);
}

function listRefunds(world: StripeWorld, form: Form): unknown {
  return page(ofPayment([...world.refunds.values()], form), form);
}

function listDisputes(world: StripeWorld, form: Form): unknown {
  return page(ofPayment([...world.disputes.values()], form), form);
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
