import {
  type BillRecord,
  type SubscriptionRecord,
  periodEnd,
} from '#server/gateways/payments/providerRecords.ts';
import { collectBill } from './stripeBills.ts';
import { emitChanges } from './stripeEvents.ts';
import { toPlanPrice } from './stripePrices.ts';
import { type StripeState, planOf, toSeconds } from './stripeState.ts';

/** A renewal's bill is a draft for an hour. */
const draftSeconds = 3_600;

/** How long after a failed charge Stripe tries again, and how often it tries in all. */
const retrySeconds = 3 * 86_400;
const mostAttempts = 3;

type Work = { at: Date; run: () => void };

/** Moves the clock on, and does in order what falls due: pages that expire, periods that end, bills, further tries. */
export function advanceClock(state: StripeState, seconds: number): void {
  const { books } = state;
  const until = books.now().getTime() + seconds * 1_000;
  const moveTo = (time: number) => {
    books.ahead += Math.max(0, time - books.now().getTime()) / 1_000;
  };
  for (;;) {
    const next = dueWork(state)
      .filter(({ at }) => at.getTime() <= until)
      .toSorted((one, other) => Number(one.at) - Number(other.at))[0];
    if (!next) break;
    moveTo(next.at.getTime());
    next.run();
  }
  moveTo(until);
}

function dueWork(state: StripeState): Work[] {
  const { checkouts, subscriptions, bills } = state.books;
  const work: Work[] = [];
  for (const checkout of checkouts.values()) {
    if (checkout.state === 'open') {
      work.push({
        at: checkout.expires,
        run: () => emitChanges(state, state.books.expire(checkout)),
      });
    }
  }
  for (const subscription of subscriptions.values()) {
    if (subscription.state === 'active' || subscription.state === 'past_due') {
      work.push({ at: subscription.periodEnds, run: () => endPeriod(state, subscription) });
    }
  }
  for (const bill of bills.values()) {
    const { created, reason, attempts } = bill;
    const isPastDue = state.books.subscriptionOf(bill).state === 'past_due';
    if (bill.state === 'paid' || (attempts > 0 && (reason === 'create' || !isPastDue))) continue;
    const seconds = draftSeconds + attempts * retrySeconds;
    const at = new Date(created.getTime() + seconds * 1_000);
    work.push({ at, run: () => charge(state, bill) });
  }
  return work;
}

function endPeriod(state: StripeState, subscription: SubscriptionRecord): void {
  if (subscription.endsAtPeriodEnd) return emitChanges(state, state.books.end(subscription));
  const { id, periodEnds: starts, interval: before } = subscription;
  const isNewPhase = enterPhase(state, subscription, starts);
  const { anchor, interval } = subscription;
  // As reported of Stripe: with the old anchor, another length of the period begins without a bill.
  if (before !== interval && anchor !== starts) {
    subscription.periodStarts = starts;
    subscription.periodEnds = periodEnd(anchor, interval, starts);
    return;
  }
  // A phase that resets the anchor counts as an update of the subscription.
  const reason = isNewPhase && before !== interval ? 'change' : 'cycle';
  const bill = state.books.startPeriod(subscription, reason, starts);
  emitChanges(state, [
    { kind: 'invoice', event: 'created', id: bill.id },
    { kind: 'subscription', event: 'changed', id },
  ]);
}

/** Applies the phase of a schedule that begins now, and releases the subscription after the last one. */
function enterPhase(state: StripeState, subscription: SubscriptionRecord, starts: Date): boolean {
  const details = planOf(state, subscription.id);
  const start = toSeconds(starts);
  const schedule = state.schedules.get(details.schedule ?? '');
  const phase = schedule?.phases.find(({ start_date: begins }) => begins === start);
  if (schedule && !phase && schedule.phases.every(({ end_date: ends }) => ends <= start)) {
    Object.assign(schedule, { status: 'released', subscription: null });
    details.schedule = null;
  }
  if (!phase) return false;
  const price = state.prices.get(phase.items[0]?.price ?? '');
  if (price) {
    details.price = price;
    Object.assign(subscription, toPlanPrice(price));
  }
  subscription.metadata = { ...subscription.metadata, ...phase.metadata };
  if (phase.billing_cycle_anchor === 'phase_start') subscription.anchor = starts;
  return true;
}

function charge(state: StripeState, bill: BillRecord): void {
  if (collectBill(state, bill)) return;
  const subscription = state.books.subscriptionOf(bill);
  if (bill.attempts >= mostAttempts) emitChanges(state, state.books.end(subscription));
}
