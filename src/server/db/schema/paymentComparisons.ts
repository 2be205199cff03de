import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { Currency } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payments.ts';
import { instant } from '#server/db/schema/columns.ts';

/** Something that one side has otherwise than the other. Amounts are in minor units of the row's currency. */
export type PaymentDifference = {
  kind: 'missing_here' | 'missing_there' | 'amount_differs';
  paymentId: string;
  orderId: string | null;
  theirs: number | null;
  ours: number | null;
};

/** What a provider says was paid on a day (UTC) beside what our orders say, for each currency. */
export const paymentComparison = pgTable(
  'payment_comparison',
  {
    method: text('method').$type<PaymentMethod>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    theirs: bigint('theirs', { mode: 'number' }).notNull(),
    theirPayments: integer('their_payments').notNull(),
    ours: bigint('ours', { mode: 'number' }).notNull(),
    ourPayments: integer('our_payments').notNull(),
    differs: boolean('differs').notNull(),
    differences: jsonb('differences').$type<readonly PaymentDifference[]>().notNull(),
    compared: instant('compared').notNull(),
  },
  (table) => [primaryKey({ columns: [table.method, table.day, table.currency] })],
);
