import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SearchScope } from '#domain/search/aiSearch.ts';
import { answer } from '#server/db/schema/chat.ts';
import { created, instant } from '#server/db/schema/columns.ts';
import { parsedJson, searchSources } from '#server/db/schema/json.ts';

/** The steps and sources of an answer of AI search. */
export const answerSearch = pgTable('answer_search', {
  answerId: uuid('answer_id')
    .primaryKey()
    .references(() => answer.id, { onDelete: 'cascade' }),
  scope: text('scope').$type<SearchScope>().notNull(),
  queries: text('queries').array().notNull(),
  sources: parsedJson('sources', searchSources).notNull(),
  followUps: text('follow_ups').array().notNull(),
  created: created(),
});

/** Texts of pages that answers quote, by their SHA-256, so that quotes can be checked. Kept for some time. */
export const searchText = pgTable('search_text', {
  hash: text('hash').primaryKey(),
  text: text('text').notNull(),
  /** When an answer last quoted it. */
  used: instant('used').notNull().defaultNow(),
});
