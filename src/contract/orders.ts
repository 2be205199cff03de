import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import { giftCodeMaxTyped } from '#domain/giftCodes.ts';
import { languages } from '#domain/languages.ts';
import { allCurrencies } from '#domain/money.ts';
import { orderFailures, orderKinds, orderStates } from '#domain/orders.ts';
import { paymentMethods } from '#domain/payments.ts';
import { products } from '#domain/plans.ts';
import * as z from 'zod/mini';

const method = z.enum(paymentMethods);

/** Amounts are in the minor unit of `currency`: cents, fen, whole yen. */
const price = {
  product: z.enum(products),
  credits: z.int(),
  currency: z.enum(allCurrencies),
  amount: z.int(),
  /** The price without reductions, and each of them with what is left after it. */
  regular: z.int(),
  steps: z.array(
    z.object({
      kind: z.enum(['promotion', 'yearly', 'code']),
      percent_off: z.int(),
      amount: z.int(),
    }),
  ),
  /** The price of each following period, where the plan renews itself. */
  following: z.int(),
  /** How this can be paid in this currency. */
  methods: z.array(method),
  /** Those of the methods by which a plan renews itself; by the others it is one payment for one period. */
  renewing: z.array(method),
};

/** A product's price of today in a currency. */
export const offer = z.object(price);

export type Offer = z.output<typeof offer>;

export const order = z.object({
  id: uuid,
  kind: z.enum(orderKinds),
  ...price,
  state: z.enum(orderStates),
  failure: z.nullable(z.enum(orderFailures)),
  /** How the buyer chose to pay. */
  method: z.nullable(method),
  /** Whether a provider is working on a payment, so that nothing is to be paid until it ends; false if missing. */
  processing: z._default(z.boolean(), false),
  receipt_number: z.nullable(z.int()),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
  paid: z.nullable(z.iso.datetime()),
  /** The time that a plan is paid for, once it is. */
  period: z.nullable(z.object({ starts: z.iso.datetime(), ends: z.iso.datetime() })),
});

export type Order = z.output<typeof order>;

/** A page of the provider's, or a code to scan: `path` draws its dark squares in a square of `size` units. */
export const checkout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.url(), expires: z.iso.datetime() }),
  z.object({
    kind: z.literal('scan'),
    code_url: z.string(),
    qr: z.object({ size: z.int(), path: z.string() }),
    expires: z.iso.datetime(),
  }),
]);

export type Checkout = z.output<typeof checkout>;

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  summary:
    'What a plan or pack costs today, in each currency that it can be paid in; nothing where no payment method is set up.',
  access: 'visitor',
  query: () => z.object({ product: z.enum(products) }),
  answer: () => z.object({ items: z.array(offer) }),
});

const discountCode = z.string().check(storable, z.maxLength(giftCodeMaxTyped));

export const checkDiscount = endpoint({
  method: 'POST',
  path: '/api/offers/discount',
  summary: 'What a plan or pack costs today with a discount code, which no order uses yet.',
  body: () => z.strictObject({ product: z.enum(products), code: discountCode }),
  answer: () => z.object({ percent_off: z.int(), items: z.array(offer) }),
});

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary:
    'Orders a plan or pack at today’s price. Sent again with the same `request_id` it returns the same order.',
  body: () =>
    z.strictObject({
      request_id: uuid,
      product: z.enum(products),
      currency: z.enum(allCurrencies),
      /** The price that the buyer saw. Where it is another one today, the order is refused. */
      amount: z.optional(z.int()),
      /** A discount code as it was typed. */
      code: z.optional(discountCode),
      /** Whether the buyer wants the credits at once and gives up the right of withdrawal for those used. */
      waiver: z._default(z.boolean(), false),
    }),
  answer: () => order,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: 'The signed-in user’s orders, newest first; `before` is the `id` of the last one seen.',
  query: () =>
    z.object({
      before: z.optional(uuid),
      size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    }),
  answer: () => z.object({ items: z.array(order) }),
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'An order of the signed-in user. While it is paid, the provider is asked for its state.',
  params: () => z.object({ id: uuid }),
  answer: () => order,
});

export const openCheckout = endpoint({
  method: 'POST',
  path: '/api/orders/:id/checkout',
  summary:
    'Where the order is paid by a method. An open checkout of the same method is found again.',
  params: () => z.object({ id: uuid }),
  body: () => z.strictObject({ method, language: z.optional(z.enum(languages)) }),
  answer: () => checkout,
});

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payments/:method/events',
  summary:
    'Takes a message of a payment provider, signed as that provider signs. 403 for any other, 404 where the method is not configured.',
  access: 'signed',
  params: () => z.object({ method }),
  answer: () =>
    z.object({
      /** `repeated`: this message came before. */
      outcome: z.enum(['stored', 'repeated']),
    }),
});
