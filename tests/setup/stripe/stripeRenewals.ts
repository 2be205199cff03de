import {
  collect,
  finalise,
  invoiceOf,
  newInvoice,
  onlyItem,
  subscriptionOf,
} from './stripeBilling.ts';
import { periodEnd } from './stripeCalendar.ts';
import { expireSession } from './stripeSessions.ts';
import { type StripeWorld, type SubscriptionObject, emit, nowOf } from './stripeWorld.ts';

/** A renewal's bill is a draft for an hour. */
const draftSeconds = 3_600;

/** How long after a failed charge Stripe tries again, and how often it tries in all. */
const retrySeconds = 3 * 86_400;
const mostAttempts = 3;

type Work = { at: number; run: () => void };

/** Moves the clock on, and does in order what falls due: pages that expire, periods that end, bills, further tries. */
export function advanceClock(world: StripeWorld, seconds: number): void {
  const until = nowOf(world) + seconds;
  for (;;) {
    const next = dueWork(world)
      .filter(({ at }) => at <= until)
      .toSorted((one, other) => one.at - other.at)[0];
    if (!next) break;
    world.ahead += Math.max(0, next.at - nowOf(world));
    next.run();
  }
  world.ahead += Math.max(0, until - nowOf(world));
}

/** Pays an open bill by hand, as a buyer who gave another card. */
export function payInvoice(world: StripeWorld, id: string): void {
  const invoice = invoiceOf(world, id);
  if (invoice.status === 'draft') finalise(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (collect(world, invoice, 'works') && subscription.status === 'past_due') {
    subscription.status = 'active';
    emit(world, 'customer.subscription.updated', subscription);
  }
}

function dueWork(world: StripeWorld): Work[] {
  const work: Work[] = [];
  for (const { id, status, expires_at: at } of world.sessions.values()) {
    if (status === 'open') work.push({ at, run: () => void expireSession(world, id) });
  }
  for (const subscription of world.subscriptions.values()) {
    if (subscription.status === 'active' || subscription.status === 'past_due') {
      const at = onlyItem(subscription).current_period_end;
      work.push({ at, run: () => endPeriod(world, subscription) });
    }
  }
  for (const invoice of world.invoices.values()) {
    if (invoice.status === 'draft') {
      work.push({ at: invoice.created + draftSeconds, run: () => charge(world, invoice.id) });
    }
    const isRetried =
      invoice.status === 'open' &&
      invoice.billing_reason !== 'subscription_create' &&
      subscriptionOf(world, invoice).status === 'past_due';
    if (isRetried) {
      const at = invoice.created + draftSeconds + invoice.attempt_count * retrySeconds;
      work.push({ at, run: () => charge(world, invoice.id) });
    }
  }
  return work;
}

function endPeriod(world: StripeWorld, subscription: SubscriptionObject): void {
  if (subscription.cancel_at_period_end) return cancel(world, subscription);
  const item = onlyItem(subscription);
  const start = item.current_period_end;
  const before = item.price.recurring?.interval;
  const isNewPhase = enterPhase(world, subscription, start);
  const interval = item.price.recurring?.interval ?? 'month';
  item.current_period_start = start;
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, interval, start);
  // As reported of Stripe: with the old anchor, another length of the period begins without a bill.
  if (before !== interval && subscription.billing_cycle_anchor !== start) return;
  // A phase that resets the anchor counts as an update of the subscription.
  const reason = isNewPhase && before !== interval ? 'subscription_update' : 'subscription_cycle';
  newInvoice(world, subscription, reason);
  emit(world, 'customer.subscription.updated', subscription);
}

/** Applies the phase of a schedule that begins now, and releases the subscription after the last one. */
function enterPhase(world: StripeWorld, subscription: SubscriptionObject, start: number): boolean {
  const schedule = world.schedules.get(subscription.schedule ?? '');
  const phase = schedule?.phases.find(({ start_date: begins }) => begins === start);
  if (schedule && !phase && schedule.phases.every(({ end_date: ends }) => ends <= start)) {
    Object.assign(schedule, { status: 'released', subscription: null });
    subscription.schedule = null;
  }
  if (!phase) return false;
  const price = world.prices.get(phase.items[0]?.price ?? '');
  if (price) onlyItem(subscription).price = price;
  Object.assign(subscription.metadata, phase.metadata);
  if (phase.billing_cycle_anchor === 'phase_start') subscription.billing_cycle_anchor = start;
  return true;
}

function charge(world: StripeWorld, id: string): void {
  const invoice = invoiceOf(world, id);
  const subscription = subscriptionOf(world, invoice);
  if (invoice.status === 'draft') finalise(world, invoice);
  if (collect(world, invoice)) {
    if (subscription.status === 'past_due') subscription.status = 'active';
    return;
  }
  subscription.status = 'past_due';
  emit(world, 'customer.subscription.updated', subscription);
  if (invoice.attempt_count >= mostAttempts) cancel(world, subscription);
}

function cancel(world: StripeWorld, subscription: SubscriptionObject): void {
  const now = nowOf(world);
  Object.assign(subscription, { status: 'canceled', ended_at: now, canceled_at: now });
  emit(world, 'customer.subscription.deleted', subscription);
}
