import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SearchSource } from '#contract/aiSearch.ts';
import type { SearchScope } from '#domain/aiSearch.ts';
import { answer } from '#server/db/schema/chat.ts';
import { created, instant } from '#server/db/schema/columns.ts';

/** The steps and sources of an answer of AI search. */
export const answerSearch = pgTable('answer_search', {
  answerId: uuid('answer_id')
    .primaryKey()
    .references(() => answer.id, { onDelete: 'cascade' }),
  scope: text('scope').$type<SearchScope>().notNull(),
  queries: text('queries').array().notNull(),
  sources: jsonb('sources').$type<SearchSource[]>().notNull(),
  followUps: text('follow_ups').array().notNull(),
  created: created(),
});

/** Texts of pages that answers quote, by their SHA-256, so that every quote can be checked; kept for a while. */
export const searchText = pgTable('search_text', {
  hash: text('hash').primaryKey(),
  text: text('text').notNull(),
  /** When an answer quoted it last. */
  used: instant('used').notNull().defaultNow(),
});
