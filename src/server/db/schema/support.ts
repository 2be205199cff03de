import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ContactTopic } from '#domain/support/contact.ts';
import type { Language } from '#domain/languages/languages.ts';
import type { Tier } from '#domain/plans/plans.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';

/** Messages from the contact form. Deleted with the sender's account, and after `contactKeptDays`. */
export const supportRequest = pgTable(
  'support_request',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The name by which its sender and the operator refer to it. */
    reference: text('reference').notNull().unique(),
    /** `null` for a visitor. */
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    /** The sender's plan at that time. */
    tier: text('tier').$type<Tier>().notNull(),
    email: line('email').notNull(),
    topic: text('topic').$type<ContactTopic>().notNull(),
    /** The order or GPT that it is about. */
    about: line('about'),
    message: text('message').notNull(),
    language: text('language').$type<Language>().notNull(),
    created: created(),
    /** When the mail server accepted the mail to the operator. */
    mailed: instant('mailed'),
    /** The operator’s reply, and when the mail server accepted the mail with it. */
    answer: text('answer'),
    answered: instant('answered'),
    /** When the operator closed it. */
    closed: instant('closed'),
  },
  (table) => [
    index('support_request_unmailed')
      .on(table.created)
      .where(sql`${table.mailed} is null`),
    index('support_request_open')
      .on(table.created)
      .where(sql`${table.closed} is null`),
    index('support_request_by_created').on(table.created),
    index('support_request_by_user')
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
  ],
);
