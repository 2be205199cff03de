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
import type { Language } from '#domain/languages.ts';
import type { Currency } from '#domain/money.ts';
import type { OrderFailure, OrderKind, OrderState } from '#domain/orders.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { Product } from '#domain/plans.ts';
import type { PlanProduct } from '#domain/planTerms.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { checkoutPage, eventSubject, parsedJson, priceSteps } from '#server/db/schema/json.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export type SubscriptionStatus = 'active' | 'past_due' | 'incomplete' | 'ended';

/** Plans that a provider renews by itself. */
export const subscription = pgTable(
  'subscription',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id. */
    providerId: text('provider_id').notNull(),
    product: text('product').$type<PlanProduct>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The price of each following period, in minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    state: text('state').$type<SubscriptionStatus>().notNull(),
    endsAtPeriodEnd: boolean('ends_at_period_end').notNull().default(false),
    /** A downgrade that waits for the end of the paid period: its product, price and day, and the id of the change. */
    nextProduct: text('next_product').$type<PlanProduct>(),
    nextAmount: bigint('next_amount', { mode: 'number' }),
    nextFrom: instant('next_from'),
    nextChangeId: uuid('next_change_id'),
    /** Whether the provider has taken the downgrade; until then it is asked again. */
    nextConfirmed: boolean('next_confirmed').notNull().default(false),
    /** Counts the states that were stored, so that a state that was read before another one does not replace it. */
    version: integer('version').notNull().default(0),
    periodStarts: instant('period_starts').notNull(),
    periodEnds: instant('period_ends').notNull(),
    ended: instant('ended'),
    created: created(),
  },
  (table) => [
    unique('subscription_of_provider').on(table.method, table.providerId),
    // A second one would be paid for the same time.
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
  ],
);

/** Everything that is paid: a purchase, each renewal of a subscription, an upgrade. Each gives one grant. */
export const paymentOrder = pgTable(
  'payment_order',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Counts the orders that were paid, without gaps; `null` until then. */
    receiptNumber: bigint('receipt_number', { mode: 'number' }).unique('payment_order_receipt'),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    /** The caller's id: a repeated request finds the same order. Our own orders have `invoice:…` or `again:…`. */
    requestId: text('request_id').notNull(),
    kind: text('kind').$type<OrderKind>().notNull(),
    product: text('product').$type<Product>().notNull(),
    /** Of each week or month of a plan, or of the pack: what was promised when it was ordered. */
    credits: integer('credits').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The price as quoted, in minor units: never computed again. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    regular: bigint('regular', { mode: 'number' }).notNull(),
    steps: parsedJson('steps', priceSteps).notNull(),
    following: bigint('following', { mode: 'number' }).notNull(),
    /** The received amount, where it is not `amount`. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    /** The returned amount, done or under way: refunds that did not fail, and lost disputes. */
    returned: bigint('returned', { mode: 'number' }).notNull().default(0),
    /** When a refund or a lost dispute took all that was left, and ended its plan. */
    ended: instant('ended'),
    /** The id of the discount code that its price counts, in `discount_code`. */
    discountCode: text('discount_code'),
    state: text('state').$type<OrderState>().notNull().default('created'),
    failure: text('failure').$type<OrderFailure>(),
    /** How often a checkout was opened for it. */
    attempt: integer('attempt').notNull().default(0),
    /** How it was paid, or is being paid. */
    method: text('method').$type<PaymentMethod>(),
    paymentId: text('payment_id'),
    invoiceId: text('invoice_id'),
    subscriptionId: uuid('subscription_id').references(() => subscription.id),
    /** The time that a renewal pays for. */
    periodStarts: instant('period_starts'),
    periodEnds: instant('period_ends'),
    /** When the buyer asked for the credits at once, and gave up the right of withdrawal for those used. */
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
    // A second upgrade at the same time would be charged, too.
    uniqueIndex('payment_order_upgrade')
      .on(table.subscriptionId)
      .where(sql`${table.kind} = 'upgrade' and ${table.state} = 'pending'`),
    index('payment_order_by_subscription').on(table.subscriptionId, table.periodStarts),
    index('payment_order_by_user').on(table.userId, table.created),
    index('payment_order_open')
      .on(table.expires)
      .where(sql`${table.state} in ('created', 'pending', 'paid')`),
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

/** `opening`: the provider is being asked, and may have the checkout already. */
export type CheckoutRowState = 'opening' | 'open' | 'processing' | 'failed' | 'expired' | 'paid';

/** Each try to pay an order. */
export const paymentCheckout = pgTable(
  'payment_checkout',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    attempt: integer('attempt').notNull(),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id; `null` while it opens. */
    providerId: text('provider_id'),
    state: text('state').$type<CheckoutRowState>().notNull().default('opening'),
    /** In which it was opened: a repeated call must say the same. */
    language: text('language').$type<Language>().notNull(),
    /** Where the buyer pays; `null` while it opens. */
    page: parsedJson('page', checkoutPage),
    expires: instant('expires').notNull(),
    /** When the provider was last asked, which is limited. */
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

/** The buyer's details on receipts beside the e-mail address. */
export const billingDetail = pgTable('billing_detail', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  name: line('name').notNull(),
  /** Lines. */
  address: line('address').notNull(),
  updated: instant('updated').notNull(),
});

/** `parked`: this version of the code cannot apply it, which an operator must see. */
export type EventState = 'waiting' | 'applied' | 'ignored' | 'parked';

/** Messages of providers: each is stored once, then applied once. */
export const providerEvent = pgTable(
  'provider_event',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    method: text('method').$type<PaymentMethod>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    subject: parsedJson('subject', eventSubject).notNull(),
    /** As it came; taken away later, because providers name people in it. */
    payload: bytes('payload'),
    state: text('state').$type<EventState>().notNull(),
    /** The outcome, or the reason why it waits or is parked. */
    outcome: text('outcome'),
    attempts: integer('attempts').notNull().default(0),
    nextAttempt: instant('next_attempt').notNull(),
    /** Whose order it turned out to be about. */
    userId: uuid('user_id').references(() => appUser.id),
    received: instant('received').notNull(),
    applied: instant('applied'),
  },
  (table) => [
    unique('provider_event_once').on(table.method, table.eventId),
    index('provider_event_due')
      .on(table.nextAttempt)
      .where(sql`${table.state} = 'waiting'`),
    index('provider_event_by_user').on(table.userId),
    index('provider_event_by_received').on(table.received),
    check(
      'provider_event_state',
      sql`${table.state} in ('waiting', 'applied', 'ignored', 'parked')`,
    ),
  ],
);
