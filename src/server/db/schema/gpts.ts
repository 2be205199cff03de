import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Visibility } from '#domain/gpts.ts';
import type { ReportReason } from '#domain/reviews.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { appUser } from '#server/db/schema/accounts.ts';

export const gpt = pgTable(
  'gpt',
  {
    id: text('id').primaryKey(),
    name: line('name').notNull(),
    description: text('description'),
    author: line('author'),
    builder: line('builder'),
    categories: text('categories').array().notNull().default([]),
    tags: line('tags').array().notNull().default([]),
    lang: text('lang'),
    capabilities: line('capabilities').array().notNull().default([]),
    welcomeMessage: text('welcome_message'),
    /** One line each, as they are shown; line breaks stay. */
    promptStarters: line('prompt_starters').array().notNull().default([]),
    instructions: text('instructions'),
    model: text('model').notNull().default('gpt-4o-mini'),
    visibility: text('visibility').$type<Visibility>().notNull().default('public'),
    gptCreated: date('gpt_created'),
    gptUpdated: date('gpt_updated'),
    url: line('url'),
    source: line('source'),
    license: line('license'),
    /** As its source counted them; `null` where it did not. */
    importedChats: bigint('imported_chats', { mode: 'number' }),
    /** The largest of the newest readings that imported histories have of it, where and of which day; kept by imports. */
    historyChats: bigint('history_chats', { mode: 'number' }),
    historySource: text('history_source'),
    historyDay: date('history_day'),
    /** Conversations elsewhere: its source and the histories count the same ones, so the larger count; `null`: unknown. */
    elsewhereChats: bigint('elsewhere_chats', { mode: 'number' }).generatedAlwaysAs(
      sql`greatest(imported_chats, history_chats)`,
    ),
    importedRating: real('imported_rating'),
    importedReviews: integer('imported_reviews'),
    /** Conversations held here. */
    ownChats: bigint('own_chats', { mode: 'number' }).notNull().default(0),
    /** Digest of the imported row, so that the same row imported again changes nothing. */
    importDigest: text('import_digest'),
    /** Sum and number of the ratings given here that are not hidden, and how many of them have a text. */
    ratingSum: integer('rating_sum').notNull().default(0),
    ratings: integer('ratings').notNull().default(0),
    reviews: integer('reviews').notNull().default(0),
    /** When the operator took it out of public view, for as long as it stays so. */
    hidden: instant('hidden'),
    removed: instant('removed'),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [
    // Whole lists are read from it alone, in the same order in every locale.
    index('gpt_by_popularity')
      .on(
        sql`(coalesce(${table.elsewhereChats}, 0) + ${table.ownChats}) desc`,
        sql`${table.id} collate "C"`,
        table.elsewhereChats,
        table.ownChats,
      )
      .where(
        sql`${table.visibility} = 'public' and ${table.removed} is null and ${table.hidden} is null`,
      ),
    index('gpt_by_category').using('gin', table.categories),
  ],
);

export const savedGpt = pgTable(
  'saved_gpt',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    gptId: text('gpt_id')
      .notNull()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.gptId] })],
);

/** A user's review of a GPT that they used: at most one each. */
export const review = pgTable(
  'review',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    gptId: text('gpt_id')
      .notNull()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    text: text('text'),
    /** When the operator hid it: it is neither shown nor counted. */
    hidden: instant('hidden'),
    /** When its author took it back while it was hidden: without a text it stays, so that writing it again hides it too. */
    withdrawn: instant('withdrawn'),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [
    unique('review_once').on(table.userId, table.gptId),
    check('review_rating', sql`${table.rating} between 1 and 5`),
    check(
      'review_withdrawn',
      sql`${table.withdrawn} is null or (${table.hidden} is not null and ${table.text} is null)`,
    ),
    index('review_by_gpt').on(table.gptId, table.updated),
  ],
);

/** A user's word that a GPT or a review should not be there; at most one each. */
export const report = pgTable(
  'report',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    subjectType: text('subject_type').$type<'gpt' | 'review'>().notNull(),
    subjectId: text('subject_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    details: text('details'),
    handled: instant('handled'),
    created: created(),
  },
  (table) => [
    unique('report_once').on(table.userId, table.subjectType, table.subjectId),
    index('report_open')
      .on(table.created)
      .where(sql`${table.handled} is null`),
  ],
);
