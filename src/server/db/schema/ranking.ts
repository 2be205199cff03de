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
import type { TimedRange } from '#domain/ranking/ranking.ts';
import { created, instant, line } from '#server/db/schema/columns.ts';
import { parsedJson, stillSpans } from '#server/db/schema/json.ts';

/** The sources of histories. If two sources have a day of a GPT, the one with the smaller id counts. */
export const historySource = pgTable('history_source', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: line('name').notNull().unique(),
  created: created(),
});

/**
 * Imported histories, as in their source: cumulative, with gaps, also of GPTs that are not in the catalogue.
 * `source_id` has no foreign key, because checking it would cost as much as inserting the row; `history_source_day` has
 * one.
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

/** The days of a source's histories, for all GPTs together. */
export const historySourceDay = pgTable(
  'history_source_day',
  {
    sourceId: integer('source_id')
      .notNull()
      .references(() => historySource.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    /** Whether the whole day is a copy of the day before, so that it does not count. */
    isFrozen: boolean('is_frozen').notNull().default(false),
    /** Whether `is_frozen` was computed after the last change of this day's rows. */
    isChecked: boolean('is_checked').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.day] })],
);

/** GPTs whose usage days must be derived again, because their history changed. */
export const historyStaleGpt = pgTable('history_stale_gpt', {
  gptId: text('gpt_id').primaryKey(),
});

/** Conversations per GPT and day (UTC): imported ones and own ones, separately. */
export const gptUsageDay = pgTable(
  'gpt_usage_day',
  {
    gptId: text('gpt_id').notNull(),
    day: date('day').notNull(),
    /**
     * The growth of the imported history on this day, derived from `history_day`. Each day from the first to the last
     * known one has a row; the first one has no growth.
     */
    imported: bigint('imported', { mode: 'number' }).notNull().default(0),
    /** Whether the imported number is a share of the growth over a gap of the history. */
    estimated: boolean('estimated').notNull().default(false),
    /** Whether the day is in such a gap: no source has a reading of it. The day after a gap is only `estimated`. */
    gap: boolean('gap').notNull().default(false),
    own: bigint('own', { mode: 'number' }).notNull().default(0),
    ownUsers: integer('own_users').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.day] }),
    /** With `gap`, so that whole gaps are skipped without reading their rows. */
    index('gpt_usage_day_by_gap').on(table.day, table.gap),
    /** For the first day of own use, without reading years of imported days. */
    index('gpt_usage_day_own')
      .on(table.gptId, table.day)
      .where(sql`${table.own} > 0`),
  ],
);

/** Conversations of a user with a GPT on a day, for counting distinct users and for the limit per user. */
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

/** Closed periods, whose numbers change only when an operator counts them again. */
export const rankingPeriod = pgTable(
  'ranking_period',
  {
    range: text('range').$type<TimedRange>().notNull(),
    /** Its name in URLs, such as `2026-11-16` (a day, or the Monday of a week) or `2026-11`. */
    value: text('value').notNull(),
    firstDay: date('first_day').notNull(),
    lastDay: date('last_day').notNull(),
    /** Conversations of all GPTs in the period. */
    own: bigint('own', { mode: 'number' }).notNull(),
    imported: bigint('imported', { mode: 'number' }).notNull(),
    frozen: instant('frozen').notNull(),
    /** The last day of the period with a reading of an imported history, when it was counted. */
    dataUntil: date('data_until'),
    /** Days in or just before the period on which sources repeated the previous day's numbers, when it was counted. */
    still: parsedJson('still', stillSpans).notNull().default([]),
    /** When and why the operator counted it again. The page of the period shows both. */
    refrozen: instant('refrozen'),
    note: line('note'),
  },
  (table) => [primaryKey({ columns: [table.range, table.value] })],
);

/** Ranks in a frozen period, among all GPTs (`scope` is empty) or within a category. */
export const rankingRow = pgTable(
  'ranking_row',
  {
    range: text('range').$type<TimedRange>().notNull(),
    value: text('value').notNull(),
    scope: text('scope').notNull(),
    rank: integer('rank').notNull(),
    gptId: text('gpt_id').notNull(),
    /** Conversations in the period, held here and imported. Their sum is the growth. */
    own: bigint('own', { mode: 'number' }).notNull(),
    imported: bigint('imported', { mode: 'number' }).notNull(),
    /** Conversations in the previous period. */
    previous: bigint('previous', { mode: 'number' }).notNull(),
    /** Ranks gained since the previous period; `null` if it had no rank there. */
    movement: integer('movement'),
    isNew: boolean('is_new').notNull(),
    /** Whether a part of the growth is a share of the growth over a gap. */
    isEstimated: boolean('is_estimated').notNull(),
    /** Growth in the last periods of the same range up to this one, oldest first. */
    trend: bigint('trend', { mode: 'number' }).array().notNull(),
    /**
     * In weeks the people who used it here, if there were at least `shownUsersFloor`. A recount leaves it out: the
     * difference from the first count could show fewer people.
     */
    users: integer('users'),
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

/** The sums of a category in a frozen month, including GPTs beyond the stored ranks. */
export const rankingCategory = pgTable(
  'ranking_category',
  {
    range: text('range').$type<TimedRange>().notNull(),
    value: text('value').notNull(),
    category: text('category').notNull(),
    /** How many of its GPTs had a rank. */
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

/**
 * The inputs of each freeze and recount of a period, chained by hashes within its range (`domain/ranking/chain.ts`).
 * Rows are only added. Without a foreign key, so that a record outlives its period, and shows that it is gone.
 */
export const rankingRecord = pgTable(
  'ranking_record',
  {
    range: text('range').$type<TimedRange>().notNull(),
    number: integer('number').notNull(),
    value: text('value').notNull(),
    kind: text('kind').$type<'freeze' | 'refreeze'>().notNull(),
    reason: text('reason'),
    /** The instant as it is in the hash: text, because reading a timestamp may round it. */
    recorded: text('recorded').notNull(),
    formula: integer('formula').notNull(),
    inputsHash: text('inputs_hash').notNull(),
    resultHash: text('result_hash').notNull(),
    previousValue: text('previous_value'),
    previousHash: text('previous_hash'),
    hash: text('hash').notNull(),
    /** The inputs: canonical JSON, as published. */
    inputs: text('inputs').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.range, table.number] }),
    index('ranking_record_by_period').on(table.range, table.value),
  ],
);
