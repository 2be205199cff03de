import { periodEnd } from '#server/gateways/payments/providerRecords.ts';
import {
  type Form,
  allowOnly,
  inner,
  members,
  refuse,
  required,
  text,
  texts,
  whole,
} from './stripeForm.ts';
import { newPrice } from './stripePrices.ts';
import {
  type Schedule,
  type SchedulePhase,
  type StripeState,
  newId,
  planOf,
  secondsNow,
  toSeconds,
} from './stripeState.ts';

export function createSchedule(state: StripeState, form: Form): Schedule {
  allowOnly(form, 'from_subscription');
  const subscription = state.books.subscriptions.get(required(form, 'from_subscription'));
  if (!subscription) refuse('No such subscription', { code: 'resource_missing' });
  const details = planOf(state, subscription.id);
  if (details.schedule !== null) {
    refuse('You cannot migrate a subscription that is already attached to a schedule.');
  }
  if (subscription.state === 'ended') refuse('The subscription has ended.');
  const schedule: Schedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    created: secondsNow(state),
    status: 'active',
    subscription: subscription.id,
    end_behavior: 'release',
    metadata: {},
    phases: [
      {
        start_date: toSeconds(subscription.periodStarts),
        end_date: toSeconds(subscription.periodEnds),
        items: [{ price: details.price.id, quantity: 1 }],
        metadata: {},
        billing_cycle_anchor: null,
        proration_behavior: 'create_prorations',
      },
    ],
  };
  state.schedules.set(schedule.id, schedule);
  details.schedule = schedule.id;
  return schedule;
}

export function updateSchedule(state: StripeState, schedule: Schedule, form: Form): Schedule {
  allowOnly(form, 'end_behavior proration_behavior phases metadata');
  if (schedule.status !== 'active') refuse('The schedule is over.');
  const current = schedule.phases[0];
  let start: number | undefined;
  const phases = members(form, 'phases').map((phase) => {
    const made = phaseOf(state, phase, start);
    start = made.end_date;
    return made;
  });
  if (phases[0]?.start_date !== current?.start_date) {
    refuse('You can not modify the start date of the current phase.');
  }
  Object.assign(schedule, { phases, end_behavior: text(form, 'end_behavior') ?? 'release' });
  return schedule;
}

export function releaseSchedule(state: StripeState, schedule: Schedule): Schedule {
  if (schedule.status !== 'active') refuse('The schedule cannot be released.');
  const details = state.planDetails.get(schedule.subscription ?? '');
  if (details) details.schedule = null;
  Object.assign(schedule, { status: 'released', subscription: null });
  return schedule;
}

function phaseOf(state: StripeState, form: Form, before: number | undefined): SchedulePhase {
  allowOnly(
    form,
    'items start_date end_date duration metadata billing_cycle_anchor proration_behavior',
  );
  const [item] = members(form, 'items');
  if (!item) refuse('A phase needs items.');
  const start = whole(form, 'start_date') ?? before ?? refuse('A first phase needs a start.');
  const begins = new Date(start * 1_000);
  const duration = inner(form, 'duration');
  if ((duration === undefined) === (text(form, 'end_date') === undefined)) {
    refuse('Either duration or end_date is needed.');
  }
  const known = state.prices.get(text(item, 'price') ?? '');
  const price = known ?? newPrice(state, inner(item, 'price_data'), false);
  const interval = duration && required(duration, 'interval') === 'year' ? 'year' : 'month';
  const anchor = text(form, 'billing_cycle_anchor');
  return {
    start_date: start,
    end_date: whole(form, 'end_date') ?? toSeconds(periodEnd(begins, interval, begins)),
    items: [{ price: price.id, quantity: 1 }],
    metadata: texts(form, 'metadata'),
    billing_cycle_anchor: anchor === 'phase_start' ? anchor : null,
    proration_behavior: text(form, 'proration_behavior') ?? 'create_prorations',
  };
}
