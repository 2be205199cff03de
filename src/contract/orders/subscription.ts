import { endpoint } from '#contract/endpoint.ts';
import { order } from '#contract/orders/orders.ts';
import { uuid } from '#contract/text.ts';
import { languages } from '#domain/languages/languages.ts';
import { allCurrencies } from '#domain/pricing/money.ts';
import { paymentMethods } from '#domain/orders/payments.ts';
import { planProducts } from '#domain/plans/planTerms.ts';
import * as z from 'zod/mini';

const product = z.enum(planProducts);

/** A part of a paid plan that does not renew, with its own dates. */
const part = z.object({
  product,
  /** Credits of its next week of Basic or month of Pro; those of the running one when it is the last. */
  credits: z.int(),
  starts: z.iso.datetime(),
  ends: z.iso.datetime(),
});

export type PlanPart = z.output<typeof part>;

const change = z.object({
  product,
  /** An upgrade is charged now and starts now; a downgrade starts at the end of the paid period. */
  kind: z.enum(['upgrade', 'downgrade']),
  /** Credits of each week of Basic or month of Pro. */
  credits: z.int(),
  /** The price of each period, in minor units. */
  amount: z.int(),
  /** The start; `null` for now. */
  from: z.nullable(z.iso.datetime()),
  /** The parts of paid plans that an upgrade moves to these dates. */
  moved: z.array(part),
});

const renewingPlan = z.object({
  kind: z.literal('renewing'),
  product,
  credits: z.int(),
  currency: z.enum(allCurrencies),
  method: z.enum(paymentMethods),
  /** `past_due`: the bill of the current period is not paid. */
  state: z.enum(['active', 'past_due', 'incomplete']),
  period: z.object({ starts: z.iso.datetime(), ends: z.iso.datetime() }),
  ends_at_period_end: z.boolean(),
  /** Whether it ends because the account is to be deleted. Then it cannot be changed. False if missing. */
  leaving: z._default(z.boolean(), false),
  /** The price of the next period, in minor units; `null` without a next period. */
  next_amount: z.nullable(z.int()),
  /** The downgrade that waits for the end of the period. */
  waiting: z.nullable(z.object({ product, amount: z.int(), from: z.iso.datetime() })),
  /** The order of an upgrade that is being charged. */
  upgrading: z.nullable(uuid),
  /** Whether an upgrade needs the waiver, as the law of the seller’s country says. False if missing. */
  needs_waiver: z._default(z.boolean(), false),
  /** The plans that this one can change to, at today’s prices. */
  changes: z.array(change),
  /** The other paid plans, which do not renew, in order of time. */
  parts: z.array(part),
});

export type RenewingPlan = z.output<typeof renewingPlan>;

/** A plan that was paid once and does not renew. */
const prepaidPlan = z.object({
  kind: z.literal('prepaid'),
  product,
  credits: z.int(),
  /** The end of the part that runs now; of several, of the largest plan. */
  ends: z.iso.datetime(),
  /** Its parts and those of other paid plans, in order of time. */
  parts: z.array(part),
});

export type PrepaidPlan = z.output<typeof prepaidPlan>;

const plan = z.nullable(z.discriminatedUnion('kind', [renewingPlan, prepaidPlan]));

/** The start of a plan if it was bought now, `null` for now, and the parts of paid plans that would move to these dates. */
const place = z.object({ starts: z.nullable(z.iso.datetime()), moved: z.array(part) });

const preview = z.object({
  product,
  /** Paid once. */
  once: place,
  /** Renewing itself; `null` while a larger plan is paid, which it would interrupt. */
  renewing: z.nullable(place),
  /** When that larger plan ends, from which time on the plan can be ordered so that it renews; `null` for now. */
  renews_from: z.nullable(z.iso.datetime()),
});

export type PlanPreview = z.output<typeof preview>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscription',
  summary:
    'The signed-in user’s running plan with its next payment and the changes that are possible; `null` without one. `previews` say what buying each plan now would do to what is paid.',
  response: () => z.object({ plan, previews: z.array(preview) }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/cancel',
  summary:
    'Ends the plan at the end of its paid period; at once where the bill of the present period is not paid. Can be repeated.',
  response: () => z.object({ plan }),
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/resume',
  summary:
    'Keeps the plan as it is: takes back that it ends, or a downgrade that waits. Can be repeated.',
  response: () => z.object({ plan }),
});

export const openCardPage = endpoint({
  method: 'POST',
  path: '/api/subscription/card',
  summary:
    'The provider’s page for another card, while the last bill of the plan is not paid. Its address is for this user only.',
  body: () => z.strictObject({ language: z.enum(languages) }),
  response: () => z.object({ url: z.url() }),
});

export const payOpenBill = endpoint({
  method: 'POST',
  path: '/api/subscription/pay',
  summary:
    'Charges the plan’s open bill to the card that the user gave on the provider’s page. Charges nothing without a new card. Can be repeated.',
  response: () =>
    z.object({ /** Whether the new card was declined. */ declined: z.boolean(), plan }),
});

export const changeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscription/change',
  summary:
    'Changes the plan: an upgrade charges its full price now and starts a fresh period, a downgrade waits for the end of the paid one. Sent again with the same `request_id` it makes the same upgrade once.',
  body: () =>
    z.strictObject({
      request_id: uuid,
      product,
      /** The price that the user saw. If it has changed, the plan stays the same. */
      amount: z.int(),
      /** Whether the user requests the credits at once and waives the right of withdrawal for used ones. */
      waiver: z._default(z.boolean(), false),
    }),
  response: () =>
    z.object({
      /** The order of an upgrade: `fulfilled`, `failed`, or `pending` until the provider responds to the charge. */
      order: z.nullable(order),
      plan,
    }),
});
