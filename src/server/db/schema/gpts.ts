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
import type { ExampleSource } from '#domain/gpts/examples.ts';
import type { Visibility } from '#domain/gpts/gpts.ts';
import type { ReportReason } from '#domain/reviews/reviews.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { ownerId } from '#server/db/schema/accounts.ts';

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
    /** Each is shown on one line; line breaks are kept. */
    promptStarters: line('prompt_starters').array().notNull().default([]),
    instructions: text('instructions'),
    model: text('model').notNull().default('gpt-4o-mini'),
    visibility: text('visibility').$type<Visibility>().notNull().default('public'),
    gptCreated: date('gpt_created'),
    gptUpdated: date('gpt_updated'),
    url: line('url'),
    source: line('source'),
    license: line('license'),
    /** The source's own number; `null` if it has none. */
    importedChats: bigint('imported_chats', { mode: 'number' }),
    /** The largest of the latest readings in imported histories, with its source and day. Updated by imports. */
    historyChats: bigint('history_chats', { mode: 'number' }),
    historySource: text('history_source'),
    historyDay: date('history_day'),
    /**
     * Conversations elsewhere; `null`: unknown. The larger number, because source and histories count the same ones.
     */
    elsewhereChats: bigint('elsewhere_chats', { mode: 'number' }).generatedAlwaysAs(
      sql`greatest(imported_chats, history_chats)`,
    ),
    importedRating: real('imported_rating'),
    importedReviews: integer('imported_reviews'),
    /** Conversations held here. */
    ownChats: bigint('own_chats', { mode: 'number' }).notNull().default(0),
    /** Digest of the imported row, so that a repeated import changes nothing. */
    importDigest: text('import_digest'),
    /** The sum and number of visible ratings given here, and how many of them have a text. */
    ratingSum: integer('rating_sum').notNull().default(0),
    ratings: integer('ratings').notNull().default(0),
    reviews: integer('reviews').notNull().default(0),
    /** When the operator hid it; `null` while it is visible. */
    hidden: instant('hidden'),
    removed: instant('removed'),
    /** When it was first public, neither hidden nor removed; set by a trigger. `null` if it never was. */
    firstPublished: instant('first_published'),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [
    // Lists are read from this index alone. Its order does not depend on the locale.
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

/** Recorded questions to GPTs with their answers. */
export const gptExample = pgTable(
  'gpt_example',
  {
    gptId: text('gpt_id')
      .notNull()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    /** Digest of question and answer. */
    digest: text('digest').notNull(),
    /** Its place among the examples of the GPT. Those of the author come first. */
    position: smallint('position').notNull(),
    source: text('source').$type<ExampleSource>().notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    /** The name of the model that answered, as it was then; `null` if the author did. */
    model: line('model'),
    day: date('day').notNull(),
    /** `null`: the language of the GPT. */
    lang: text('lang'),
    /** When the operator dropped it. The row stays without texts, so that no import brings the same texts back. */
    dropped: instant('dropped'),
    created: created(),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.digest] }),
    check('gpt_example_source', sql`${table.source} in ('author', 'sampled')`),
    check(
      'gpt_example_dropped',
      sql`${table.dropped} is null or (${table.question} = '' and ${table.answer} = '')`,
    ),
  ],
);

export const savedGpt = pgTable(
  'saved_gpt',
  {
    userId: ownerId(),
    gptId: text('gpt_id')
      .notNull()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    created: created(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.gptId] })],
);

/** Reviews of GPTs by users who used them. One per user and GPT. */
export const review = pgTable(
  'review',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    gptId: text('gpt_id')
      .notNull()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    text: text('text'),
    /** When the operator hid it. A hidden review is neither shown nor counted. */
    hidden: instant('hidden'),
    /**
     * When its author deleted it while it was hidden. The row stays without a text, so that a new review is hidden too.
     */
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

/** Users' reports of GPTs and reviews. One per user and subject. */
export const report = pgTable(
  'report',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
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
