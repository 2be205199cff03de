import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/text.ts';
import { allCurrencies } from '#domain/pricing/money.ts';
import { refundRequesters, refundRefusals, refundStates } from '#domain/orders/refunds.ts';
import * as z from 'zod/mini';

/** Amounts are in the minor unit of the currency. */
const refund = z.object({
  id: uuid,
  order: uuid,
  amount: z.int(),
  currency: z.enum(allCurrencies),
  /** Credits that the refund took. */
  credits: z.int(),
  state: z.enum(refundStates),
  refunded_by: z.enum(refundRequesters),
  created: z.iso.datetime(),
});

export type Refund = z.output<typeof refund>;

/** The refund that the buyer would get now, or the reason for none. */
const refundOffer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refund'),
    amount: z.int(),
    /** Credits that the refund takes, including those of later weeks and months of a plan. */
    credits: z.int(),
    /** The last time for requesting a refund. By then the amount may be lower, because credits are spent. */
    until: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('refusal'), refusal: z.enum(refundRefusals) }),
]);

export type RefundOfferResponse = z.output<typeof refundOffer>;

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/orders/:id/refund',
  summary:
    'What the signed-in user would get back for an order now, by the rule of the refund policy, and the refunds that were made.',
  params: () => z.object({ id: uuid }),
  response: () =>
    z.object({
      offer: refundOffer,
      currency: z.enum(allCurrencies),
      /** Whether buyers have a right of withdrawal by the law of the seller's country. */
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
      /** The amount that the buyer saw. If it has changed, nothing is refunded. */
      amount: z.optional(z.int()),
    }),
  response: () => refund,
});
