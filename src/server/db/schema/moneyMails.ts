import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { MoneyMailKind } from '#domain/orders/moneyMails.ts';
import type { Currency } from '#domain/pricing/money.ts';
import type { Product } from '#domain/plans/plans.ts';
import { ownerId } from '#server/db/schema/accounts.ts';
import { created, instant } from '#server/db/schema/columns.ts';

/** Mails about money that happened. Each is noted once for its cause, and sent once. */
export const moneyMail = pgTable(
  'money_mail',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    kind: text('kind').$type<MoneyMailKind>().notNull(),
    /** The cause: the id of an order, refund, subscription or lot, with a time where there can be several. */
    cause: text('cause').notNull(),
    /** The order that the mail is about. */
    orderId: uuid('order_id'),
    product: text('product').$type<Product>(),
    /** In minor units, or credits. */
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency').$type<Currency>(),
    /** The end of a plan, of its paid period, or of credits. */
    ends: instant('ends'),
    /** When it was sent, or dropped because it was not true any more. */
    mailed: instant('mailed'),
    created: created(),
  },
  (table) => [
    unique('money_mail_once').on(table.userId, table.kind, table.cause),
    index('money_mail_waiting')
      .on(table.created)
      .where(sql`${table.mailed} is null`),
    check(
      'money_mail_kind',
      sql`${table.kind} in ('ordered', 'renewed', 'orderFailed', 'renewalFailed', 'refunded', 'planCancelled', 'planEnded', 'creditsEnding', 'creditsLow')`,
    ),
  ],
);
