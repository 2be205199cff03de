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
import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import type { RefundState, RefundedBy, WithdrawalOutcome } from '#domain/orders/refunds.ts';
import { userId } from '#server/db/schema/accounts.ts';
import { created, instant } from '#server/db/schema/columns.ts';
import { orderId } from '#server/db/schema/orders.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/**
 * Refunds to buyers, requested here or made by hand at the provider. The credits that a refund takes are in the ledger,
 * with the refund's id as their source (`credit_refund`).
 */
export const paymentRefund = pgTable(
  'payment_refund',
  {
    /** The idempotency key of the request to the provider. */
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: orderId(),
    userId: userId(),
    /** The client's id, as idempotency key: a repeated request is one refund. */
    requestId: text('request_id').notNull(),
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id; `null` until its response. */
    providerId: text('provider_id'),
    /** In minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    refundedBy: text('refunded_by').$type<RefundedBy>().notNull(),
    /** The reason, as text of the operator or as our own code. */
    reason: text('reason').notNull(),
    /** Whether it takes all remaining credits and ends the plan, even if it returns only a part of the price. */
    endsOrder: boolean('ends_order').notNull(),
    state: text('state').$type<RefundState>().notNull().default('requested'),
    /** Whether a person must finish it at the provider. */
    isStuck: boolean('is_stuck').notNull().default(false),
    /** Why it failed, or why the provider could not be reached. */
    problem: text('problem'),
    /** When its state was last requested from the provider. */
    asked: instant('asked'),
    finished: instant('finished'),
    /** When the provider made it, by the provider's clock; `null` until its response. */
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

/** Disputes: payments that a buyer's bank takes back, or tries to. */
export const paymentDispute = pgTable(
  'payment_dispute',
  {
    method: text('method').$type<PaymentMethod>().notNull(),
    /** The provider's id. */
    providerId: text('provider_id').notNull(),
    orderId: orderId(),
    userId: userId(),
    /** In minor units: the disputed amount, and the lost part of it that no refund had returned before. */
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

/** Buyers' withdrawals from a contract. Each is acknowledged by mail. */
export const orderWithdrawal = pgTable(
  'order_withdrawal',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: orderId(),
    userId: userId(),
    /** The name that the buyer entered; may be empty. */
    name: text('name').notNull(),
    language: text('language').$type<Language>().notNull(),
    received: instant('received').notNull(),
    /** The outcome; `null` until a job has processed it. */
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
