import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TimedRange } from '#domain/ranking.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { parsedJson, stillSpans } from '#server/db/schema/json.ts';

/** Where histories come from. Of two sources that know a day of a GPT, the one with the smaller id counts. */
export const historySource = pgTable('history_source', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: line('name').notNull().unique(),
  created: created(),
});

/**
 * An imported history as its source gave it: cumulative, with gaps. GPTs that the catalogue does not have may be in it.
 * `source_id` has no foreign key, which would cost as much as the row; the days of each source have one.
 */
export const historyDay = pgTable(
  'history_day',
  {
    gptId: text('gpt_id').notNull(),
    day: date('day').notNull(),
    sourceId: integer('source_id').notNull(),
    conversations: bigint('conversations', { mode: 'number' }),
    rating: real('rating'),
    reviews: integer('reviews'),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.day, table.sourceId] }),
    index('history_day_by_source').on(table.sourceId, table.day),
  ],
);

/** The days that the histories of a source have, all GPTs together. */
export const historySourceDay = pgTable(
  'history_source_day',
  {
    sourceId: integer('source_id')
      .notNull()
      .references(() => historySource.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** Whether the whole source is a copy of its day before: then it says nothing. */
    isFrozen: boolean('is_frozen').notNull().default(false),
    /** Whether `is_frozen` was found out after the last change of this day's rows. */
    isChecked: boolean('is_checked').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.day] })],
);

/** GPTs whose history changed after their usage days were derived from it. */
export const historyStaleGpt = pgTable('history_stale_gpt', {
  gptId: text('gpt_id').primaryKey(),
});

/** Conversations per GPT and UTC day: from elsewhere and held here, never mixed. */
export const gptUsageDay = pgTable(
  'gpt_usage_day',
  {
    gptId: text('gpt_id').notNull(),
    day: date('day').notNull(),
    /**
     * Growth of the imported history on this day; derived from `history_day`. From its first to its last known day there
     * is a row for each day, on the first one without growth.
     */
    imported: bigint('imported', { mode: 'number' }).notNull().default(0),
    /** Whether the imported number is a share of what grew over a gap of the history. */
    estimated: boolean('estimated').notNull().default(false),
    /** Whether the day belongs to such a gap: no source has a reading of it. The day after a gap only has a share. */
    gap: boolean('gap').notNull().default(false),
    own: bigint('own', { mode: 'number' }).notNull().default(0),
    ownUsers: integer('own_users').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.day] }),
    /** With the mark, so that whole gaps of a history are passed over without reading their rows. */
    index('gpt_usage_day_by_gap').on(table.day, table.gap),
    /** The first day of own use is found without reading years of imported ones. */
    index('gpt_usage_day_own')
      .on(table.gptId, table.day)
      .where(sql`${table.own} > 0`),
  ],
);

/** How many conversations one user held with one GPT on one day: the base of distinct users and of the cap. */
export const gptUsageUserDay = pgTable(
  'gpt_usage_user_day',
  {
    gptId: text('gpt_id').notNull(),
    day: date('day').notNull(),
    userId: uuid('user_id').notNull(),
    conversations: integer('conversations').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gptId, table.day, table.userId] })],
);

/** A closed period whose numbers never change by themselves. */
export const rankingPeriod = pgTable(
  'ranking_period',
  {
    range: text('range').$type<TimedRange>().notNull(),
    /** Its name in addresses, such as `2026-11-16` (a day or a Monday) or `2026-11`. */
    value: text('value').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    /** Conversations of all GPTs in the period. */
    own: bigint('own', { mode: 'number' }).notNull(),
    imported: bigint('imported', { mode: 'number' }).notNull(),
    frozen: instant('frozen').notNull(),
    /** As it was counted: the last day of the period of which an imported history had a reading. */
    dataUntil: date('data_until'),
    /** As it was counted: when sources repeated the numbers of the day before, in or just before the period. */
    still: parsedJson('still', stillSpans).notNull().default([]),
    /** When and why the operator counted it again; shown with it. */
    refrozen: instant('refrozen'),
    note: line('note'),
  },
  (table) => [primaryKey({ columns: [table.range, table.value] })],
);

/** A place in a frozen period: among all GPTs (`scope` is empty) or within a category. */
export const rankingRow = pgTable(
  'ranking_row',
  {
    range: text('range').$type<TimedRange>().notNull(),
    value: text('value').notNull(),
    scope: text('scope').notNull(),
    rank: integer('rank').notNull(),
    gptId: text('gpt_id').notNull(),
    /** Conversations in the period, by where they were held; their sum is the growth. */
    own: bigint('own', { mode: 'number' }).notNull(),
    imported: bigint('imported', { mode: 'number' }).notNull(),
    /** Conversations in the period before. */
    previous: bigint('previous', { mode: 'number' }).notNull(),
    /** Places gained since the period before; `null` when it had none there. */
    movement: integer('movement'),
    isNew: boolean('is_new').notNull(),
    /** Whether a part of the growth is a share of what grew over a gap. */
    isEstimated: boolean('is_estimated').notNull(),
    /** Growth in the last periods of the same range up to this one, oldest first. */
    trend: bigint('trend', { mode: 'number' }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.range, table.value, table.scope, table.rank] }),
    unique('ranking_row_once').on(table.range, table.value, table.scope, table.gptId),
    foreignKey({
      columns: [table.range, table.value],
      foreignColumns: [rankingPeriod.range, rankingPeriod.value],
      name: 'ranking_row_period',
    }).onDelete('cascade'),
    index('ranking_row_by_gpt').on(table.gptId),
  ],
);

/** The sums of a category in a frozen month, its GPTs beyond the stored places included. */
export const rankingCategory = pgTable(
  'ranking_category',
  {
    range: text('range').$type<TimedRange>().notNull(),
    value: text('value').notNull(),
    category: text('category').notNull(),
    /** How many of its GPTs had a place. */
    gpts: integer('gpts').notNull(),
    own: bigint('own', { mode: 'number' }).notNull(),
    imported: bigint('imported', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.range, table.value, table.category] }),
    foreignKey({
      columns: [table.range, table.value],
      foreignColumns: [rankingPeriod.range, rankingPeriod.value],
      name: 'ranking_category_period',
    }).onDelete('cascade'),
  ],
);
