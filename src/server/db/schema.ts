import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnswerEvent, AnswerState, FailureReason } from '#contract/chat.ts';
import type { Visibility } from '#domain/gpts.ts';
import type { TimedRange } from '#domain/ranking.ts';
import type { ReportReason } from '#domain/reviews.ts';

/** A publish that waits or runs, or what came of it. */
export type PublishState = 'waiting' | 'running' | 'published' | 'unchanged' | 'failed';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const created = () => instant('created').notNull().defaultNow();

// ── Accounts ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const appUser = pgTable('app_user', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Normalised; see `domain/login.ts`. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  picture: text('picture').notNull().default('/avatar.png'),
  language: text('language').notNull().default('en'),
  created: created(),
});

export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the cookie's value. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('session_by_user').on(table.userId)],
);

/** A code that was sent, bound to the browser that asked for it. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    /** SHA-256 of the attempt cookie's value. */
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    /** Keyed hash of the code; four digits alone would be guessed from any plain hash. */
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    created: created(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('login_attempt_by_expires').on(table.expires)],
);

// ── GPTs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const gpt = pgTable(
  'gpt',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description'),
    author: text('author'),
    builder: text('builder'),
    categories: text('categories').array().notNull().default([]),
    tags: text('tags').array().notNull().default([]),
    lang: text('lang'),
    capabilities: text('capabilities').array().notNull().default([]),
    welcomeMessage: text('welcome_message'),
    promptStarters: text('prompt_starters').array().notNull().default([]),
    instructions: text('instructions'),
    model: text('model').notNull().default('gpt-4o-mini'),
    visibility: text('visibility').$type<Visibility>().notNull().default('public'),
    gptCreated: date('gpt_created'),
    gptUpdated: date('gpt_updated'),
    url: text('url'),
    source: text('source'),
    license: text('license'),
    /** As its source counted them; `null` where it did not. */
    importedChats: bigint('imported_chats', { mode: 'number' }),
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
        sql`(coalesce(${table.importedChats}, 0) + ${table.ownChats}) desc`,
        sql`${table.id} collate "C"`,
        table.importedChats,
        table.ownChats,
      )
      .where(
        sql`${table.visibility} = 'public' and ${table.removed} is null and ${table.hidden} is null`,
      ),
    index('gpt_by_category').using('gin', table.categories),
  ],
);

/** What a GPT is found by. A table of its own, so that a conversation, which changes `gpt`, leaves its index alone. */
export const gptSearch = pgTable(
  'gpt_search',
  {
    gptId: text('gpt_id')
      .primaryKey()
      .references(() => gpt.id, { onDelete: 'cascade' }),
    /** Lexemes of `services/gpts/search/lexemes.ts`, and which version of their rules made them. */
    words: tsvector('words').notNull(),
    version: smallint('version').notNull(),
    /** As `gpt` has it: all conversations, and whether everybody may see it. A trigger keeps them. */
    chats: bigint('chats', { mode: 'number' }).notNull(),
    shown: boolean('shown').notNull(),
  },
  (table) => [
    // Without a list of what is still to be sorted in, which every search would have to look through.
    index('gpt_search_words')
      .using('gin', table.words)
      .with({ fastupdate: false })
      .where(sql`${table.shown}`),
  ],
);

/**
 * Words of GPTs that others may misspell, by numbers that they share with every word that is one letter away (see
 * `services/gpts/search/correctWords.ts`).
 */
export const searchSpelling = pgTable(
  'search_spelling',
  {
    number: integer('number').notNull(),
    word: text('word').notNull(),
  },
  (table) => [primaryKey({ columns: [table.number, table.word] })],
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

/** What a user thinks of a GPT that they used: at most one each. */
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

// ── Usage and rankings ──────────────────────────────────────────────────────────────────────────────────────────────

/** An imported history as its source gave it: cumulative, with gaps. GPTs that the catalogue does not have may be in it. */
export const historyDay = pgTable(
  'history_day',
  {
    gptId: text('gpt_id').notNull(),
    day: date('day').notNull(),
    conversations: bigint('conversations', { mode: 'number' }),
    rating: real('rating'),
    reviews: integer('reviews'),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.day] }),
    index('history_day_by_day').on(table.day),
  ],
);

/** The days that imported histories have, all GPTs together. */
export const historySourceDay = pgTable('history_source_day', {
  day: date('day').primaryKey(),
  /** Whether the whole source is a copy of its day before: then it says nothing. */
  isFrozen: boolean('is_frozen').notNull().default(false),
  /** Whether `is_frozen` was found out after the last change of this day's rows. */
  isChecked: boolean('is_checked').notNull().default(false),
});

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
    own: bigint('own', { mode: 'number' }).notNull().default(0),
    ownUsers: integer('own_users').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.gptId, table.day] }),
    /** With the mark, so that whole gaps of a history are passed over without reading their rows. */
    index('gpt_usage_day_by_day').on(table.day, table.estimated),
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
    /** When and why the operator counted it again; shown with it. */
    refrozen: instant('refrozen'),
    note: text('note'),
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

/** What a category had in a frozen month, its GPTs beyond the stored places included. */
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

// ── Credits ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A user's sums, kept with every ledger entry. Locking this row orders a user's entries. */
export const creditBalance = pgTable(
  'credit_balance',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => appUser.id),
    /** What can be spent: the sum of what remains in the lots. */
    available: bigint('available', { mode: 'number' }).notNull().default(0),
    held: bigint('held', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    check('credit_balance_available', sql`${table.available} >= 0`),
    check('credit_balance_held', sql`${table.held} >= 0`),
  ],
);

/** What was granted together and ends together. */
export const creditLot = pgTable(
  'credit_lot',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => creditBalance.userId),
    /** The plan or pack it came with (`domain/plans.ts`); `null` for gifts and the starting grant. */
    product: text('product'),
    granted: bigint('granted', { mode: 'number' }).notNull(),
    remaining: bigint('remaining', { mode: 'number' }).notNull(),
    /** When what remains expires; `null` for never. */
    ends: instant('ends'),
    created: created(),
  },
  (table) => [
    check('credit_lot_remaining', sql`${table.remaining} between 0 and ${table.granted}`),
    index('credit_lot_open')
      .on(table.userId, table.ends)
      .where(sql`${table.remaining} > 0`),
  ],
);

export type LedgerKind = 'grant' | 'hold' | 'settle' | 'release' | 'expire' | 'refund' | 'adjust';

/** Append-only (a trigger refuses updates and deletes). */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => creditBalance.userId),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** What caused it, for example `answer` and the answer's id: each source has at most one entry of a kind. */
    sourceType: text('source_type').notNull(),
    sourceId: text('source_id').notNull(),
    balanceChange: bigint('balance_change', { mode: 'number' }).notNull(),
    heldChange: bigint('held_change', { mode: 'number' }).notNull(),
    /** A code that the page translates, such as `answer_finished` or `upstream_cut`. */
    reason: text('reason').notNull(),
    created: created(),
  },
  (table) => [
    unique('ledger_entry_once').on(table.kind, table.sourceType, table.sourceId),
    uniqueIndex('ledger_entry_closed_once')
      .on(table.sourceType, table.sourceId)
      .where(sql`${table.kind} in ('settle', 'release')`),
    index('ledger_entry_by_user').on(table.userId, table.id),
    check(
      'ledger_entry_kind',
      sql`case ${table.kind}
        when 'grant' then ${table.balanceChange} > 0 and ${table.heldChange} = 0
        when 'hold' then ${table.balanceChange} < 0 and ${table.heldChange} = -${table.balanceChange}
        when 'settle' then ${table.balanceChange} = 0 and ${table.heldChange} < 0
        when 'release' then ${table.balanceChange} > 0 and ${table.heldChange} = -${table.balanceChange}
        when 'expire' then ${table.balanceChange} < 0 and ${table.heldChange} = 0
        when 'refund' then ${table.balanceChange} <> 0 and ${table.heldChange} = 0
        when 'adjust' then ${table.balanceChange} <> 0 and ${table.heldChange} = 0
        else false end`,
    ),
  ],
);

/** How an entry changed what remains in each lot. */
export const ledgerPart = pgTable(
  'ledger_part',
  {
    entryId: bigint('entry_id', { mode: 'bigint' })
      .notNull()
      .references(() => ledgerEntry.id),
    lotId: uuid('lot_id')
      .notNull()
      .references(() => creditLot.id),
    change: bigint('change', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.lotId] }),
    index('ledger_part_by_lot').on(table.lotId),
  ],
);

export const redemptionCode = pgTable('redemption_code', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Keyed hash of the code's 16 characters. */
  codeHash: text('code_hash').notNull().unique(),
  credits: integer('credits').notNull(),
  product: text('product'),
  expires: instant('expires'),
  redeemedBy: uuid('redeemed_by').references(() => appUser.id),
  redeemed: instant('redeemed'),
  created: created(),
});

// ── Chat ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const conversation = pgTable(
  'conversation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Exactly one of the two. */
    model: text('model'),
    gptId: text('gpt_id').references(() => gpt.id),
    /** Whether it was counted for its GPT's usage: with its first charged answer. */
    counted: boolean('counted').notNull().default(false),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [
    check('conversation_target', sql`num_nonnulls(${table.model}, ${table.gptId}) = 1`),
    index('conversation_by_user').on(table.userId, table.updated),
  ],
);

export const message = pgTable(
  'message',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.id, { onDelete: 'cascade' }),
    /** Order within the conversation, and what this message answers or follows: branches share a parent. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    parentId: uuid('parent_id'),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    text: text('text').notNull(),
    created: created(),
  },
  (table) => [index('message_by_conversation').on(table.conversationId, table.position)],
);

/** One run of a model for one question. */
export const answer = pgTable(
  'answer',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id),
    /** The caller's id of the send: the key of idempotency. */
    requestId: uuid('request_id').notNull(),
    /** SHA-256 of what was asked under that id, so that the id cannot be used for something else. */
    requestDigest: text('request_digest').notNull(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.id, { onDelete: 'cascade' }),
    questionId: uuid('question_id').notNull(),
    messageId: uuid('message_id').notNull(),
    model: text('model').notNull(),
    /** Provider and upstream model that really answered, once known. */
    upstream: text('upstream'),
    price: integer('price').notNull(),
    charged: integer('charged').notNull().default(0),
    droppedTurns: integer('dropped_turns').notNull().default(0),
    state: text('state').$type<AnswerState>().notNull().default('running'),
    reason: text('reason').$type<FailureReason>(),
    truncated: boolean('truncated').notNull().default(false),
    stopRequested: boolean('stop_requested').notNull().default(false),
    /** The server instance that runs it. */
    ownerId: uuid('owner_id').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    created: created(),
    ended: instant('ended'),
  },
  (table) => [
    unique('answer_once').on(table.userId, table.requestId),
    index('answer_running')
      .on(table.userId)
      .where(sql`${table.state} = 'running'`),
    index('answer_running_by_owner')
      .on(table.ownerId)
      .where(sql`${table.state} = 'running'`),
    index('answer_by_conversation').on(table.conversationId),
    index('answer_by_message').on(table.messageId),
  ],
);

/** What readers of an answer receive, in order; kept for a day after its end. */
export const answerEvent = pgTable(
  'answer_event',
  {
    answerId: uuid('answer_id')
      .notNull()
      .references(() => answer.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    event: jsonb('event').$type<AnswerEvent>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.answerId, table.number] })],
);

// ── Publishing ──────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What the site shows and which transaction changed it; triggers write it. Rows are only added, so that writers never
 * wait for each other here.
 */
export const snapshotChange = pgTable(
  'snapshot_change',
  {
    changed: xid8('changed').notNull(),
    /** `gpt` and `user` with an id, `period` as `{range}/{value}`, `table` as `{range}/{value}/{scope}`. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.changed, table.kind, table.key] })],
);

/** Since when `snapshot_change` is complete: one row. */
export const snapshotOrigin = pgTable('snapshot_origin', {
  only: boolean('only').primaryKey().default(true),
  /** Which database this is, since its last start (see `services/publishing/snapshotChanges.ts`). */
  identity: text('identity').notNull(),
  /** The closed day of the newest snapshot. */
  closedDay: date('closed_day').notNull(),
  /** Changes by transactions before this one are forgotten. */
  floor: xid8('floor').notNull(),
});

// ── Operation ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Servers that run answers; one whose heartbeat is old is dead. */
export const serverInstance = pgTable('server_instance', {
  id: uuid('id').primaryKey(),
  heartbeat: instant('heartbeat').notNull().defaultNow(),
});

/** What operators did to money or public content. */
export const auditEntry = pgTable('audit_entry', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  details: jsonb('details').notNull().default({}),
  created: created(),
});

// ── Publishing ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** Data folders that serve a site; one that was not seen for long is gone. */
export const publishingSite = pgTable('publishing_site', {
  /** As `folder.id` in it says. */
  id: text('id').primaryKey(),
  seen: instant('seen').notNull().defaultNow(),
});

/**
 * Publishes of a site: at most one waits and one runs, the others have ended. Whoever asks while one waits joins it.
 */
export const publishRun = pgTable(
  'publish_run',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => publishingSite.id, { onDelete: 'cascade' }),
    state: text('state').$type<PublishState>().notNull().default('waiting'),
    /** Who asked, the first eight different ones, and how often. */
    askedBy: text('asked_by').array().notNull(),
    asks: integer('asks').notNull().default(1),
    /** Whether no operator asked for a publish as such: after a rollback these wait. */
    isAutomatic: boolean('is_automatic').notNull(),
    /** Whether everything is rendered anew, and whether new content is pulled before. */
    isFull: boolean('is_full').notNull().default(false),
    isPulling: boolean('is_pulling').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    created: created(),
    /** Not before this. */
    due: instant('due').notNull().defaultNow(),
    started: instant('started'),
    ended: instant('ended'),
    /** What came of it: the release that is served since, its pages and the snapshot that it shows; or why it failed. */
    releaseId: text('release_id'),
    pages: integer('pages'),
    snapshot: text('snapshot'),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('publish_run_waiting')
      .on(table.siteId)
      .where(sql`${table.state} = 'waiting'`),
    uniqueIndex('publish_run_running')
      .on(table.siteId)
      .where(sql`${table.state} = 'running'`),
    index('publish_run_by_site').on(table.siteId, table.id),
  ],
);

/** Hooks that were taken, by the id of their delivery and by their body: each counts once. Kept for seven days. */
export const hookDelivery = pgTable('hook_delivery', {
  key: text('key').primaryKey(),
  received: instant('received').notNull().defaultNow(),
});
