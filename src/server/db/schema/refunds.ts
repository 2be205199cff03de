import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages.ts';
import type { Currency } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import type { RefundState, RefundedBy, WithdrawalOutcome } from '#domain/refunds.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { created, instant } from '#server/db/schema/columns.ts';
import { paymentOrder } from '#server/db/schema/orders.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/**
 * Money that goes back to a buyer: asked for here, or made at the provider's own pages. The credits that a refund takes are
 * in the ledger, with its id as the source (`credit_refund`).
 */
export const paymentRefund = pgTable(
  'payment_refund',
  {
    /** The id under which the provider is asked, however often. */
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    /** The caller's id: the same request is one refund. */
    requestId: text('request_id').notNull(),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id; `null` until it has answered. */
    providerId: text('provider_id'),
    /** In minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    refundedBy: text('refunded_by').$type<RefundedBy>().notNull(),
    /** Why, in the operator's words or a code of ours. */
    reason: text('reason').notNull(),
    /** Whether it takes all credits that are left, and ends a plan, also when less than the whole price goes back. */
    endsOrder: boolean('ends_order').notNull(),
    state: text('state').$type<RefundState>().notNull().default('requested'),
    /** Whether a person must end it at the provider's pages. */
    isStuck: boolean('is_stuck').notNull().default(false),
    /** Why it failed, or why the provider could not be asked. */
    problem: text('problem'),
    /** When the provider was last asked. */
    asked: instant('asked'),
    finished: instant('finished'),
    /** When the provider made it, by its own clock; `null` until it has answered. */
    made: instant('made'),
    created: created(),
  },
  (table) => [
    unique('payment_refund_request').on(table.orderId, table.requestId),
    unique('payment_refund_of_provider').on(table.method, table.providerId),
    index('payment_refund_by_user').on(table.userId),
    index('payment_refund_open')
      .on(table.created)
      .where(sql`${table.state} in ('requested', 'pending')`),
    check('payment_refund_amount', sql`${table.amount} > 0`),
    check(
      'payment_refund_state',
      sql`${table.state} in ('requested', 'pending', 'succeeded', 'failed')`,
    ),
  ],
);

/** Payments that a buyer's bank takes back, or tries to. */
export const paymentDispute = pgTable(
  'payment_dispute',
  {
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id. */
    providerId: text('provider_id').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    /** In minor units: as the provider names it, and what of it came on top of refunds when it was lost. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    lostAmount: bigint('lost_amount', { mode: 'number' }).notNull().default(0),
    state: text('state').$type<DisputeStatus>().notNull(),
    asked: instant('asked'),
    ended: instant('ended'),
    /** When the bank opened it, by the provider's clock. */
    opened: instant('opened'),
    created: created(),
  },
  (table) => [
    primaryKey({ columns: [table.method, table.providerId] }),
    index('payment_dispute_by_order').on(table.orderId),
    index('payment_dispute_by_user').on(table.userId),
    index('payment_dispute_open')
      .on(table.created)
      .where(sql`${table.state} = 'open'`),
    check('payment_dispute_state', sql`${table.state} in ('open', 'won', 'lost')`),
  ],
);

/** Declarations by which buyers withdrew from a contract. Each is acknowledged by mail. */
export const orderWithdrawal = pgTable(
  'order_withdrawal',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrder.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    /** As the buyer wrote it; empty where it was left out. */
    name: text('name').notNull(),
    language: text('language').$type<Language>().notNull(),
    received: instant('received').notNull(),
    /** The outcome; `null` until a job has looked at it. */
    outcome: text('outcome').$type<WithdrawalOutcome>(),
    refundId: uuid('refund_id').references(() => paymentRefund.id),
    mailed: instant('mailed'),
  },
  (table) => [
    uniqueIndex('order_withdrawal_once').on(table.orderId),
    index('order_withdrawal_by_user').on(table.userId),
    index('order_withdrawal_waiting')
      .on(table.received)
      .where(sql`${table.mailed} is null`),
  ],
);
