import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AnswerState, FailureReason, StoredEvent } from '#contract/chat.ts';
import type { AttachmentKind } from '#domain/attachments.ts';
import type { MessageRole } from '#domain/chat.ts';
import type { ModelGroup, ModelProvider } from '#domain/models.ts';
import { created, instant, line, tsvector } from '#server/db/schema/columns.ts';
import { anyObject, parsedJson, textsByLanguage } from '#server/db/schema/json.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { gpt } from '#server/db/schema/gpts.ts';

export const conversation = pgTable(
  'conversation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    title: line('title').notNull(),
    /** Exactly one of the two. */
    model: text('model'),
    gptId: text('gpt_id').references(() => gpt.id),
    /** Whether it was counted for its GPT's usage: with its first charged answer. */
    counted: boolean('counted').notNull().default(false),
    /** The message at the end of the branch that is shown; `null` for the newest. */
    leafId: uuid('leaf_id'),
    pinned: instant('pinned'),
    /** When its user deleted it; an hour later it is gone. */
    deleted: instant('deleted'),
    /** Where it was imported from and its id there, so that the same file imported again changes nothing. */
    importKey: text('import_key'),
    created: created(),
    updated: instant('updated').notNull().defaultNow(),
  },
  (table) => [
    check('conversation_target', sql`num_nonnulls(${table.model}, ${table.gptId}) = 1`),
    unique('conversation_import_once').on(table.userId, table.importKey),
    index('conversation_by_user')
      .on(table.userId, table.updated)
      .where(sql`${table.deleted} is null`),
    index('conversation_pinned')
      .on(table.userId, table.pinned)
      .where(sql`${table.pinned} is not null`),
    index('conversation_deleted')
      .on(table.deleted)
      .where(sql`${table.deleted} is not null`),
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
    role: text('role').$type<MessageRole>().notNull(),
    text: text('text').notNull(),
    created: created(),
  },
  (table) => [index('message_by_conversation').on(table.conversationId, table.position)],
);

/** A file that was uploaded to be sent with a question. */
export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** The question that it was sent with, and its place there from 0; `null` until it is sent. */
    messageId: uuid('message_id').references(() => message.id, { onDelete: 'cascade' }),
    place: smallint('place').notNull().default(0),
    kind: text('kind').$type<AttachmentKind>().notNull(),
    name: line('name').notNull(),
    /** Media type, found from the content. */
    type: text('type').notNull(),
    /** Bytes of what is kept. */
    size: integer('size').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Of a PDF. */
    pages: integer('pages'),
    /** The text in a file, for models that cannot look at it; with its length and estimated tokens. */
    text: text('text'),
    characters: integer('characters'),
    tokens: integer('tokens'),
    /** The id under which its content lies in the storage, where it was sent again: of the first; else its own. */
    contentId: uuid('content_id'),
    created: created(),
  },
  (table) => [
    index('attachment_by_message').on(table.messageId),
    index('attachment_by_content')
      .on(table.contentId)
      .where(sql`${table.contentId} is not null`),
    index('attachment_unsent')
      .on(table.userId, table.created)
      .where(sql`${table.messageId} is null`),
  ],
);

/** Words of titles and messages, with those of their user, for searching one's own conversations. */
export const conversationSearch = pgTable(
  'conversation_search',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.id, { onDelete: 'cascade' }),
    /** The message; the conversation's own id for its title. */
    sourceId: uuid('source_id').primaryKey(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('conversation_search_words').using('gin', table.words).with({ fastupdate: false }),
    index('conversation_search_by_conversation').on(table.conversationId),
  ],
);

/** A link under which everybody may read a branch of a conversation up to one message. */
export const conversationShare = pgTable(
  'conversation_share',
  {
    /** Unguessable and shown to its user again and again: whoever has it may read this and nothing else. */
    id: text('id').primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversation.id, { onDelete: 'cascade' }),
    /** The last message that is shared. */
    leafId: uuid('leaf_id').notNull(),
    title: line('title').notNull(),
    revoked: instant('revoked'),
    created: created(),
  },
  (table) => [
    uniqueIndex('conversation_share_once')
      .on(table.conversationId, table.leafId, table.title)
      .where(sql`${table.revoked} is null`),
  ],
);

/** How a user wants to be answered. */
export const chatSetting = pgTable('chat_setting', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  settings: parsedJson('settings', anyObject).notNull(),
  updated: instant('updated').notNull().defaultNow(),
});

/** The operator's changes and additions to the model catalogue; `null` leaves the product's own value. */
export const modelSetting = pgTable('model_setting', {
  id: text('id').primaryKey(),
  title: line('title'),
  group: text('group').$type<ModelGroup>(),
  price: integer('price'),
  maxInputTokens: integer('max_input_tokens'),
  maxOutputTokens: integer('max_output_tokens'),
  /** Place in the catalogue; those without one keep their order behind those with one. */
  position: integer('position'),
  hidden: boolean('hidden').notNull().default(false),
  /** Tip by language; English stands in for those that are missing. */
  tips: parsedJson('tips', textsByLanguage),
  provider: text('provider').$type<ModelProvider>(),
  upstream: line('upstream'),
  updated: instant('updated').notNull().defaultNow(),
});

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
    /** When its model was asked, once it was its turn, and when its first text came, by the clock of its server. */
    asked: instant('asked'),
    firstText: instant('first_text'),
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
    index('answer_stopped_free')
      .on(table.userId, table.ended)
      .where(sql`${table.reason} = 'stopped_before_output'`),
    index('answer_by_conversation').on(table.conversationId),
    index('answer_by_message').on(table.messageId),
    // How a model has answered lately.
    index('answer_by_model')
      .on(table.model, table.ended)
      .where(sql`${table.ended} is not null`),
  ],
);

/** The events that readers of an answer receive, in order; kept for a day after its end. */
export const answerEvent = pgTable(
  'answer_event',
  {
    answerId: uuid('answer_id')
      .notNull()
      .references(() => answer.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** Not parsed when read: an answer has thousands of them, and readers wait. Only our own statements write them. */
    event: jsonb('event').$type<StoredEvent>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.answerId, table.number] })],
);
