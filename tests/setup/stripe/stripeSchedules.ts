import { addIntervals } from './stripeCalendar.ts';
import { onlyItem } from './stripeBilling.ts';
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
  type StripeWorld,
  newId,
  nowOf,
} from './stripeWorld.ts';

export function createSchedule(world: StripeWorld, form: Form): Schedule {
  allowOnly(form, 'from_subscription');
  const subscription = world.subscriptions.get(required(form, 'from_subscription'));
  if (!subscription) refuse('No such subscription', { code: 'resource_missing' });
  if (subscription.schedule) {
    refuse('You cannot migrate a subscription that is already attached to a schedule.');
  }
  if (subscription.status === 'canceled') refuse('The subscription has ended.');
  const item = onlyItem(subscription);
  const schedule: Schedule = {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    created: nowOf(world),
    status: 'active',
    subscription: subscription.id,
    end_behavior: 'release',
    metadata: {},
    phases: [
      {
        start_date: item.current_period_start,
        end_date: item.current_period_end,
        items: [{ price: item.price.id, quantity: 1 }],
        metadata: {},
        billing_cycle_anchor: null,
        proration_behavior: 'create_prorations',
      },
    ],
  };
  world.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  return schedule;
}

export function updateSchedule(world: StripeWorld, schedule: Schedule, form: Form): Schedule {
  allowOnly(form, 'end_behavior proration_behavior phases metadata');
  if (schedule.status !== 'active') refuse('The schedule is over.');
  const current = schedule.phases[0];
  let start: number | undefined;
  const phases = members(form, 'phases').map((phase) => {
    const made = phaseOf(world, phase, start);
    start = made.end_date;
    return made;
  });
  if (phases[0]?.start_date !== current?.start_date) {
    refuse('You can not modify the start date of the current phase.');
  }
  Object.assign(schedule, { phases, end_behavior: text(form, 'end_behavior') ?? 'release' });
  return schedule;
}

export function releaseSchedule(world: StripeWorld, schedule: Schedule): Schedule {
  if (schedule.status !== 'active') refuse('The schedule cannot be released.');
  const subscription = world.subscriptions.get(schedule.subscription ?? '');
  if (subscription) subscription.schedule = null;
  Object.assign(schedule, { status: 'released', subscription: null });
  return schedule;
}

function phaseOf(world: StripeWorld, form: Form, before: number | undefined): SchedulePhase {
  allowOnly(
    form,
    'items start_date end_date duration metadata billing_cycle_anchor proration_behavior',
  );
  const [item] = members(form, 'items');
  if (!item) refuse('A phase needs items.');
  const start = whole(form, 'start_date') ?? before ?? refuse('A first phase needs a start.');
  const duration = inner(form, 'duration');
  if ((duration === undefined) === (text(form, 'end_date') === undefined)) {
    refuse('Either duration or end_date is needed.');
  }
  const known = world.prices.get(text(item, 'price') ?? '');
  const price = known ?? newPrice(world, inner(item, 'price_data'), false);
  const interval = duration && required(duration, 'interval') === 'year' ? 'year' : 'month';
  const anchor = text(form, 'billing_cycle_anchor');
  return {
    start_date: start,
    end_date: whole(form, 'end_date') ?? addIntervals(start, interval, 1),
    items: [{ price: price.id, quantity: 1 }],
    metadata: texts(form, 'metadata'),
    billing_cycle_anchor: anchor === 'phase_start' ? anchor : null,
    proration_behavior: text(form, 'proration_behavior') ?? 'create_prorations',
  };
}
