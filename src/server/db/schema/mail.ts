import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { MailReportKind } from '#domain/login/mailReports.ts';
import { instant, line } from '#server/db/schema/columns.ts';

/** Addresses that a mail server refused permanently, with the time until which nothing is sent to them. */
export const mailPause = pgTable(
  'mail_pause',
  {
    /** Keyed hash of the address. The address itself is not stored. */
    addressHash: text('address_hash').primaryKey(),
    /** How often it was refused. */
    refusals: integer('refusals').notNull(),
    refused: instant('refused').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('mail_pause_by_refused').on(table.refused)],
);

/** Addresses that bounced mails for good or complained. They get only the sign-in codes that they ask for. */
export const mailSuppression = pgTable('mail_suppression', {
  /** The same keyed hash as in `mail_pause`. */
  addressHash: text('address_hash').primaryKey(),
  kind: text('kind').$type<MailReportKind>().notNull(),
  /** The diagnosis of the sender, without addresses. */
  cause: line('cause'),
  reported: instant('reported').notNull(),
});
