import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { allCurrencies } from '#domain/money.ts';
import { refundAskers, refundRefusals, refundStates } from '#domain/refunds.ts';
import * as z from 'zod/mini';

/** Amounts are in the minor unit of the currency. */
const refund = z.object({
  id: uuid,
  order: uuid,
  amount: z.int(),
  currency: z.enum(allCurrencies),
  /** The credits that it took. */
  credits: z.int(),
  state: z.enum(refundStates),
  refunded_by: z.enum(refundAskers),
  created: z.iso.datetime(),
});

export type Refund = z.output<typeof refund>;

/** The refund that the buyer would get now, or why there is none. */
const refundOffer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refund'),
    amount: z.int(),
    /** The credits that go with it, those of later weeks and months of a plan too. */
    credits: z.int(),
    /** How long it can be asked for; fewer credits are left then. */
    until: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('refusal'), refusal: z.enum(refundRefusals) }),
]);

export type RefundOfferAnswer = z.output<typeof refundOffer>;

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/orders/:id/refund',
  summary:
    'What the signed-in user would get back for an order now, by the rule of the refund policy, and the refunds that were made.',
  params: () => z.object({ id: uuid }),
  answer: () =>
    z.object({
      offer: refundOffer,
      currency: z.enum(allCurrencies),
      /** Whether the law of the seller's country lets buyers withdraw from contracts. */
      withdrawal: z.boolean(),
      items: z.array(refund),
    }),
});

export const requestRefund = endpoint({
  method: 'POST',
  path: '/api/orders/:id/refund',
  summary:
    'Refunds an order by the rule of the refund policy: its credits that are left go at once, and its plan ends. Sent again with the same `request_id` it returns the same refund.',
  params: () => z.object({ id: uuid }),
  body: () =>
    z.strictObject({
      request_id: uuid,
      /** The amount that the buyer saw. Where it is another one now, nothing is refunded. */
      amount: z.optional(z.int()),
    }),
  answer: () => refund,
});
