import { endpoint } from '#contract/endpoint.ts';
import { storable, uuid } from '#contract/text.ts';
import { pageSize } from '#contract/paging.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import { languages } from '#domain/languages/languages.ts';
import { allCurrencies } from '#domain/pricing/money.ts';
import { orderFailures, orderKinds, orderStates } from '#domain/orders/orders.ts';
import { paymentMethods } from '#domain/orders/payments.ts';
import { products } from '#domain/plans/plans.ts';
import * as z from 'zod/mini';

const method = z.enum(paymentMethods);

/** Amounts are in the minor unit of `currency`: cents, fen, whole yen. */
const price = {
  product: z.enum(products),
  credits: z.int(),
  currency: z.enum(allCurrencies),
  amount: z.int(),
  /** The price without reductions, and the reductions, each with the amount after it. */
  regular: z.int(),
  steps: z.array(
    z.object({
      kind: z.enum(['promotion', 'yearly', 'code']),
      percent_off: z.int(),
      amount: z.int(),
    }),
  ),
  /** The price of each following period, if the plan renews itself. */
  following: z.int(),
  /** The payment methods for this currency. */
  methods: z.array(method),
  /** The methods with which a plan renews itself. The others pay for one period. */
  renewing: z.array(method),
};

/** A product's price today in a currency. */
export const offer = z.object({
  ...price,
  /** Whether the buyer must want the credits at once, as the law of the seller’s country says. False if missing. */
  needs_waiver: z._default(z.boolean(), false),
});

export type Offer = z.output<typeof offer>;

export const order = z.object({
  id: uuid,
  kind: z.enum(orderKinds),
  ...price,
  state: z.enum(orderStates),
  failure: z.nullable(z.enum(orderFailures)),
  /** The chosen payment method. */
  method: z.nullable(method),
  /** Whether a provider is processing a payment. The buyer must not pay again until it ends. False if missing. */
  processing: z._default(z.boolean(), false),
  receipt_number: z.nullable(z.int()),
  created: z.iso.datetime(),
  expires: z.iso.datetime(),
  paid: z.nullable(z.iso.datetime()),
  /** The paid period of a plan; `null` before the payment. */
  period: z.nullable(z.object({ starts: z.iso.datetime(), ends: z.iso.datetime() })),
});

export type Order = z.output<typeof order>;

/** A page of the provider, or a QR code. `path` is the SVG path of its dark squares in a box of `size` units. */
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
  response: () => z.object({ items: z.array(offer) }),
});

const discountCode = z.string().check(storable, z.maxLength(giftCodeMaxTyped));

export const checkDiscount = endpoint({
  method: 'POST',
  path: '/api/offers/discount',
  summary: 'What a plan or pack costs today with a discount code, which no order uses yet.',
  body: () => z.strictObject({ product: z.enum(products), code: discountCode }),
  response: () => z.object({ percent_off: z.int(), items: z.array(offer) }),
});

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary:
    'Orders a plan or pack at today’s price. Sent again with the same `request_id` it returns the same order, and so does another request for the same while that order is open. With another currency, code or price it replaces the open order.',
  body: () =>
    z.strictObject({
      request_id: uuid,
      product: z.enum(products),
      currency: z.enum(allCurrencies),
      /** The price that the buyer saw. If it has changed, the order is refused. */
      amount: z.optional(z.int()),
      /** A discount code as typed. */
      code: z.optional(discountCode),
      /** Whether the buyer requests the credits at once and waives the right of withdrawal for used ones. */
      waiver: z._default(z.boolean(), false),
    }),
  response: () => order,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: 'The signed-in user’s orders, newest first; `before` is the `id` of the last one seen.',
  query: () =>
    z.object({
      before: z.optional(uuid),
      size: pageSize(),
    }),
  response: () => z.object({ items: z.array(order) }),
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'An order of the signed-in user. While it is paid, the provider is asked for its state.',
  params: () => z.object({ id: uuid }),
  response: () => order,
});

export const openCheckout = endpoint({
  method: 'POST',
  path: '/api/orders/:id/checkout',
  summary:
    'Where the order is paid by a method. An open checkout of the same method is found again, one of another method is ended first.',
  params: () => z.object({ id: uuid }),
  body: () => z.strictObject({ method, language: z.optional(z.enum(languages)) }),
  response: () => checkout,
});

export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payments/:method/events',
  summary:
    'Takes a message of a payment provider, signed as that provider signs. 403 for any other, 404 where the method is not configured.',
  access: 'signed',
  params: () => z.object({ method }),
  response: () =>
    z.object({
      /** `repeated`: a duplicate webhook. */
      outcome: z.enum(['stored', 'repeated']),
    }),
});
