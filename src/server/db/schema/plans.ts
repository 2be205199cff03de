import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Language } from '#domain/languages/languages.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { CancellationKind } from '#domain/orders/cancellation.ts';
import type { PlanProduct } from '#domain/plans/planTerms.ts';
import { appUser, ownerId } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { subscription } from '#server/db/schema/orders.ts';

/** Mails before a yearly plan renews or a prepaid one ends. Each is sent once. */
export const planReminder = pgTable(
  'plan_reminder',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    kind: text('kind').$type<'renewal' | 'end'>().notNull(),
    product: text('product').$type<PlanProduct>().notNull(),
    /** When it renews or ends. */
    due: instant('due').notNull(),
    /** The price of the renewal, in minor units; `null` for a plan that ends. */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency').$type<Currency>(),
    mailed: instant('mailed'),
    created: created(),
  },
  (table) => [
    unique('plan_reminder_once').on(table.userId, table.kind, table.due),
    index('plan_reminder_unmailed')
      .on(table.due)
      .where(sql`${table.mailed} is null`),
    check('plan_reminder_kind', sql`${table.kind} in ('renewal', 'end')`),
  ],
);

/**
 * The outcome of a cancellation. `nothing`: this address had no plan that renews. `withdrawn`: the owner kept the plan by
 * the link in the receipt.
 */
export type CancellationState = 'waiting' | 'applied' | 'nothing' | 'withdrawn';

/** Cancellations by the public form, without signing in. They are kept as proof for both sides. */
export const planCancellation = pgTable(
  'plan_cancellation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The account of the address; `null` for an unknown address. */
    userId: uuid('user_id').references(() => appUser.id),
    subscriptionId: uuid('subscription_id').references(() => subscription.id),
    email: line('email').notNull(),
    kind: text('kind').$type<CancellationKind>().notNull(),
    /** The reason of a cancellation for good cause. */
    reason: text('reason'),
    /** The contract in the sender's words, if named. */
    contract: line('contract'),
    /** The requested end of the plan; `null` for as soon as possible. */
    wanted: instant('wanted'),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<CancellationState>().notNull().default('waiting'),
    received: instant('received').notNull(),
    applied: instant('applied'),
    /** When the mail server accepted the receipt. */
    mailed: instant('mailed'),
  },
  (table) => [
    index('plan_cancellation_waiting')
      .on(table.received)
      .where(sql`${table.state} = 'waiting'`),
    index('plan_cancellation_unmailed')
      .on(table.received)
      .where(sql`${table.mailed} is null`),
    index('plan_cancellation_by_user').on(table.userId),
    check(
      'plan_cancellation_state',
      sql`${table.state} in ('waiting', 'applied', 'nothing', 'withdrawn')`,
    ),
  ],
);
