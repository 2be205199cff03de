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
  /** Of a refund or dispute: the provider's id, or ours for a refund that the provider has not confirmed. */
  id?: string;
  paymentId: string;
  orderId: string | null;
  theirs: number | null;
  ours: number | null;
};

/** The subjects of a comparison: a row is about one of them. */
export const comparedSubjects = ['payments', 'refunds', 'disputes'] as const;

export type ComparedSubject = (typeof comparedSubjects)[number];

/** The provider's records of a day (UTC) beside ours: sums and numbers, for each currency. */
export const paymentComparison = pgTable(
  'payment_comparison',
  {
    method: text('method').$type<PaymentMethod>().notNull(),
    subject: text('subject').$type<ComparedSubject>().notNull().default('payments'),
    day: date('day', { mode: 'string' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    theirs: bigint('theirs', { mode: 'number' }).notNull(),
    theirNumber: integer('their_number').notNull(),
    ours: bigint('ours', { mode: 'number' }).notNull(),
    ourNumber: integer('our_number').notNull(),
    differs: boolean('differs').notNull(),
    differences: jsonb('differences').$type<readonly PaymentDifference[]>().notNull(),
    compared: instant('compared').notNull(),
  },
  (table) => [primaryKey({ columns: [table.method, table.subject, table.day, table.currency] })],
);
