import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { OrderFailure, OrderKind, OrderState } from '#domain/orders/orders.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { Product } from '#domain/plans/plans.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { appUser, userId } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { checkoutPage, eventSubject, parsedJson, priceSteps } from '#server/db/schema/json.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export type SubscriptionStatus = 'active' | 'past_due' | 'incomplete' | 'ended';

/**
 * The effect of a requested deletion of the account on its plan. `ending`: the plan ends with its period, because of the
 * deletion. `resuming`: the account is kept, so that end is taken back.
 */
export type LeavingState = 'ending' | 'resuming';

/** Plans that a provider renews by itself. */
export const subscription = pgTable(
  'subscription',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id. */
    providerId: text('provider_id').notNull(),
    product: text('product').$type<PlanProduct>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The price of each following period, in minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    state: text('state').$type<SubscriptionStatus>().notNull(),
    endsAtPeriodEnd: boolean('ends_at_period_end').notNull().default(false),
    /**
     * A downgrade that waits for the end of the paid period: its product, price and start, and the id of the change.
     */
    nextProduct: text('next_product').$type<PlanProduct>(),
    nextAmount: bigint('next_amount', { mode: 'number' }),
    nextFrom: instant('next_from'),
    nextChangeId: uuid('next_change_id'),
    /** Whether the provider has accepted the downgrade; until then the request is repeated. */
    nextConfirmed: boolean('next_confirmed').notNull().default(false),
    leaving: text('leaving').$type<LeavingState>(),
    /** The downgrade that waited when the deletion was requested: its product and price. */
    keptProduct: text('kept_product').$type<PlanProduct>(),
    keptAmount: bigint('kept_amount', { mode: 'number' }),
    /** Counts the stored states, so that an older state from the provider does not replace a newer one. */
    version: integer('version').notNull().default(0),
    periodStarts: instant('period_starts').notNull(),
    periodEnds: instant('period_ends').notNull(),
    ended: instant('ended'),
    created: created(),
  },
  (table) => [
    unique('subscription_of_provider').on(table.method, table.providerId),
    // A second live subscription would be charged for the same time.
    uniqueIndex('subscription_live')
      .on(table.userId)
      .where(sql`${table.state} <> 'ended'`),
    check(
      'subscription_state',
      sql`${table.state} in ('active', 'past_due', 'incomplete', 'ended')`,
    ),
    check(
      'subscription_next',
      sql`num_nulls(${table.nextProduct}, ${table.nextAmount}, ${table.nextFrom}, ${table.nextChangeId}) in (0, 4)`,
    ),
    check(
      'subscription_leaving',
      sql`(${table.leaving} is null or ${table.leaving} in ('ending', 'resuming'))
        and num_nulls(${table.keptProduct}, ${table.keptAmount}) in (0, 2)
        and (${table.keptProduct} is null or ${table.leaving} is not null)`,
    ),
    index('subscription_leaving_open')
      .on(table.userId)
      .where(sql`${table.leaving} is not null and ${table.state} <> 'ended'`),
  ],
);

/** Purchases, renewals of subscriptions and upgrades. Each order gives one grant. */
export const paymentOrder = pgTable(
  'payment_order',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Numbers the paid orders without gaps; `null` until it is paid. */
    receiptNumber: bigint('receipt_number', { mode: 'number' }).unique('payment_order_receipt'),
    userId: userId(),
    /** The client's id, as idempotency key. Our own orders have `invoice:…` or `again:…`. */
    requestId: text('request_id').notNull(),
    /** Further ids of the client that were given this order, because it was the open one of its product. */
    otherRequests: text('other_requests').array().notNull().default([]),
    kind: text('kind').$type<OrderKind>().notNull(),
    product: text('product').$type<Product>().notNull(),
    /** The credits of each week or month of a plan, or of the pack, as promised in the order. */
    credits: integer('credits').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The quoted price, in minor units. It is never computed again. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    regular: bigint('regular', { mode: 'number' }).notNull(),
    steps: parsedJson('steps', priceSteps).notNull(),
    following: bigint('following', { mode: 'number' }).notNull(),
    /** The received amount, if it differs from `amount`, and the currency, if it differs from `currency`. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    paidCurrency: text('paid_currency'),
    /** The returned amount: refunds that have not failed, and lost disputes. */
    returned: bigint('returned', { mode: 'number' }).notNull().default(0),
    /** When a refund or a lost dispute took all remaining credits and ended the plan. */
    ended: instant('ended'),
    /** The id of the discount code (`discount_code`) in its price. */
    discountCode: text('discount_code'),
    state: text('state').$type<OrderState>().notNull().default('created'),
    failure: text('failure').$type<OrderFailure>(),
    /** How often a checkout was opened for it. */
    attempt: integer('attempt').notNull().default(0),
    /** The payment method, once chosen. */
    method: text('method').$type<PaymentMethod>(),
    paymentId: text('payment_id'),
    invoiceId: text('invoice_id'),
    subscriptionId: uuid('subscription_id').references(() => subscription.id),
    /** The period that a renewal pays for. */
    periodStarts: instant('period_starts'),
    periodEnds: instant('period_ends'),
    /** When the buyer requested the credits at once, and waived the right of withdrawal for the used ones. */
    waived: instant('waived'),
    expires: instant('expires').notNull(),
    paid: instant('paid'),
    fulfilled: instant('fulfilled'),
    created: created(),
  },
  (table) => [
    unique('payment_order_request').on(table.userId, table.requestId),
    uniqueIndex('payment_order_payment').on(table.method, table.paymentId),
    uniqueIndex('payment_order_invoice').on(table.method, table.invoiceId),
    // A second upgrade at the same time would be charged too.
    uniqueIndex('payment_order_upgrade')
      .on(table.subscriptionId)
      .where(sql`${table.kind} = 'upgrade' and ${table.state} = 'pending'`),
    // Two payable orders of one product would be paid twice.
    uniqueIndex('payment_order_one_open')
      .on(table.userId, table.product)
      .where(sql`${table.kind} = 'purchase' and ${table.state} in ('created', 'pending')`),
    index('payment_order_by_subscription').on(table.subscriptionId, table.periodStarts),
    index('payment_order_by_fulfilled').on(table.fulfilled),
    index('payment_order_by_user').on(table.userId, table.created),
    index('payment_order_open')
      .on(table.expires)
      .where(sql`${table.state} in ('created', 'pending', 'paid')`),
    // Few orders ever are, and each scrape of the metrics counts them.
    index('payment_order_quarantined')
      .on(table.created)
      .where(sql`${table.state} = 'quarantined'`),
    check('payment_order_amount', sql`${table.amount} >= 0 and ${table.credits} > 0`),
    check(
      'payment_order_returned',
      sql`${table.returned} between 0 and coalesce(${table.paidAmount}, ${table.amount})`,
    ),
    check(
      'payment_order_state',
      sql`case ${table.state}
        when 'created' then ${table.paid} is null
        when 'pending' then ${table.paid} is null
        when 'failed' then ${table.paid} is null
        when 'expired' then ${table.paid} is null
        when 'paid' then ${table.paid} is not null and ${table.fulfilled} is null
        when 'fulfilled' then ${table.paid} is not null and ${table.fulfilled} is not null
        when 'quarantined' then ${table.fulfilled} is null
        when 'refunded' then ${table.paid} is not null
        else false end`,
    ),
  ],
);

/** The order of a row. */
export const orderId = () =>
  uuid('order_id')
    .notNull()
    .references(() => paymentOrder.id);

/** `opening`: the request to the provider has started, so the checkout may exist there. */
export type CheckoutRowState = 'opening' | 'open' | 'processing' | 'failed' | 'expired' | 'paid';

/** The attempts to pay an order. */
export const paymentCheckout = pgTable(
  'payment_checkout',
  {
    orderId: orderId(),
    attempt: integer('attempt').notNull(),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id; `null` while it opens. */
    providerId: text('provider_id'),
    state: text('state').$type<CheckoutRowState>().notNull().default('opening'),
    /** The language of the checkout. A repeated request must have the same one. */
    language: text('language').$type<Language>().notNull(),
    /** Where the buyer pays; `null` while it opens. */
    page: parsedJson('page', checkoutPage),
    expires: instant('expires').notNull(),
    /** When its state was last requested from the provider, for rate limiting. */
    asked: instant('asked'),
    created: created(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.attempt] }),
    unique('payment_checkout_of_provider').on(table.method, table.providerId),
    index('payment_checkout_open')
      .on(table.expires)
      .where(sql`${table.state} in ('opening', 'open', 'processing')`),
    check(
      'payment_checkout_state',
      sql`${table.state} in ('opening', 'open', 'processing', 'failed', 'expired', 'paid')`,
    ),
  ],
);

/** The buyer's details on receipts, in addition to the e-mail address. */
export const billingDetail = pgTable('billing_detail', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  name: line('name').notNull(),
  /** Several lines. */
  address: line('address').notNull(),
  updated: instant('updated').notNull(),
});

/** `parked`: this version of the code cannot apply the message; an operator must look at it. */
export type EventState = 'waiting' | 'applied' | 'ignored' | 'parked';

/** Webhook messages of providers. Each is stored once, then applied once. */
export const providerEvent = pgTable(
  'provider_event',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    method: text('method').$type<PaymentMethod>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    subject: parsedJson('subject', eventSubject).notNull(),
    /** The raw message. Deleted later, because it contains personal data. */
    payload: bytes('payload'),
    state: text('state').$type<EventState>().notNull(),
    /** The outcome, or why the message waits or is parked. */
    outcome: text('outcome'),
    attempts: integer('attempts').notNull().default(0),
    nextAttempt: instant('next_attempt').notNull(),
    /** The user whose order it is about. */
    userId: uuid('user_id').references(() => appUser.id),
    received: instant('received').notNull(),
    applied: instant('applied'),
  },
  (table) => [
    unique('provider_event_once').on(table.method, table.eventId),
    index('provider_event_due')
      .on(table.nextAttempt)
      .where(sql`${table.state} = 'waiting'`),
    index('provider_event_parked')
      .on(table.method)
      .where(sql`${table.state} = 'parked'`),
    index('provider_event_by_user').on(table.userId),
    index('provider_event_by_received').on(table.received),
    check(
      'provider_event_state',
      sql`${table.state} in ('waiting', 'applied', 'ignored', 'parked')`,
    ),
  ],
);
