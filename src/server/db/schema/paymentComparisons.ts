import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { PaymentMethod } from '#domain/orders/payments.ts';
import { instant } from '#server/db/schema/columns.ts';
import { parsedJson } from '#server/db/schema/json.ts';

const paymentDifference = z.object({
  kind: z.enum(['missing_here', 'missing_there', 'amount_differs']),
  /** For refunds and disputes: the provider's id, or our id of a refund that the provider has not confirmed. */
  id: z.exactOptional(z.string()),
  paymentId: z.string(),
  orderId: z.nullable(z.string()),
  theirs: z.nullable(z.number()),
  ours: z.nullable(z.number()),
});

/** A difference between the provider's records and ours. Amounts are in minor units of the row's currency. */
export type PaymentDifference = z.output<typeof paymentDifference>;

/** The subjects of a comparison. Each row is about one of them. */
export const comparedSubjects = ['payments', 'refunds', 'disputes'] as const;

export type ComparedSubject = (typeof comparedSubjects)[number];

/** Compares the provider's records of a day (UTC) with ours: sums and numbers, for each currency. */
export const paymentComparison = pgTable(
  'payment_comparison',
  {
    method: text('method').$type<PaymentMethod>().notNull(),
    subject: text('subject').$type<ComparedSubject>().notNull().default('payments'),
    day: date('day', { mode: 'string' }).notNull(),
    currency: text('currency').notNull(),
    theirs: bigint('theirs', { mode: 'number' }).notNull(),
    theirNumber: integer('their_number').notNull(),
    ours: bigint('ours', { mode: 'number' }).notNull(),
    ourNumber: integer('our_number').notNull(),
    differs: boolean('differs').notNull(),
    differences: parsedJson('differences', z.array(paymentDifference)).notNull(),
    compared: instant('compared').notNull(),
  },
  (table) => [primaryKey({ columns: [table.method, table.subject, table.day, table.currency] })],
);
