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
import type { AnswerState, FailureReason, StoredEvent } from '#contract/chat/chat.ts';
import type { AttachmentKind } from '#domain/chat/attachments.ts';
import type { MessageRole } from '#domain/chat/chat.ts';
import type { ModelGroup } from '#domain/models/models.ts';
import type { UpstreamProvider } from '#domain/models/providers.ts';
import { created, instant, line, tsvector } from '#server/db/schema/columns.ts';
import { anyObject, parsedJson, textsByLanguage } from '#server/db/schema/json.ts';
import { appUser, ownerId, userId } from '#server/db/schema/accounts.ts';
import { gpt } from '#server/db/schema/gpts.ts';

export const conversation = pgTable(
  'conversation',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    title: line('title').notNull(),
    /** Exactly one of the two. */
    model: text('model'),
    gptId: text('gpt_id').references(() => gpt.id),
    /** Whether it was counted for its GPT's usage, which happens with its first charged answer. */
    counted: boolean('counted').notNull().default(false),
    /** The last message of the selected branch; `null` for the newest. */
    leafId: uuid('leaf_id'),
    pinned: instant('pinned'),
    /** Whether it is in no list and is deleted for good when its page is closed, or a day after its last question. */
    temporary: boolean('temporary').notNull().default(false),
    /** When its user put it out of the list. A question in it brings it back. */
    archived: instant('archived'),
    /** When its user deleted it. The row is removed 30 days later. */
    deleted: instant('deleted'),
    /** The source of the import and the conversation's id there, so that a repeated import changes nothing. */
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
    index('conversation_temporary')
      .on(table.updated)
      .where(sql`${table.temporary}`),
    index('conversation_archived')
      .on(table.userId, table.archived)
      .where(sql`${table.archived} is not null`),
    index('conversation_deleted_by_user')
      .on(table.userId, table.deleted)
      .where(sql`${table.deleted} is not null`),
    index('conversation_pinned')
      .on(table.userId, table.pinned)
      .where(sql`${table.pinned} is not null`),
    index('conversation_deleted')
      .on(table.deleted)
      .where(sql`${table.deleted} is not null`),
  ],
);

/** The conversation of a row that is deleted with it. */
const conversationId = () =>
  uuid('conversation_id')
    .notNull()
    .references(() => conversation.id, { onDelete: 'cascade' });

export const message = pgTable(
  'message',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: conversationId(),
    /** The order within the conversation. `parentId` is the previous message; branches share a parent. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    parentId: uuid('parent_id'),
    role: text('role').$type<MessageRole>().notNull(),
    text: text('text').notNull(),
    created: created(),
  },
  (table) => [index('message_by_conversation').on(table.conversationId, table.position)],
);

/** A file that was uploaded for a question. */
export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** The question that it was sent with, `null` until then; `place` is its position there, from 0. */
    messageId: uuid('message_id').references(() => message.id, { onDelete: 'cascade' }),
    place: smallint('place').notNull().default(0),
    kind: text('kind').$type<AttachmentKind>().notNull(),
    name: line('name').notNull(),
    /** Media type, found from the content. */
    type: text('type').notNull(),
    /** Bytes of the stored content. */
    size: integer('size').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** The number of pages of a PDF. */
    pages: integer('pages'),
    /** The extracted text, for models that cannot read the file, with its length and estimated tokens. */
    text: text('text'),
    characters: integer('characters'),
    tokens: integer('tokens'),
    /**
     * The attachment whose stored content this one shares, because it was sent again; `null`: it has its own content.
     */
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

/** The words of titles and messages, for searching one's own conversations. */
export const conversationSearch = pgTable(
  'conversation_search',
  {
    conversationId: conversationId(),
    /** The message; the conversation's own id for its title. */
    sourceId: uuid('source_id').primaryKey(),
    words: tsvector('words').notNull(),
  },
  (table) => [
    index('conversation_search_words').using('gin', table.words).with({ fastupdate: false }),
    index('conversation_search_by_conversation').on(table.conversationId),
  ],
);

/** The HTML of answers that were shared, without the words of a language. */
export const answerHtml = pgTable('answer_html', {
  messageId: uuid('message_id')
    .primaryKey()
    .references(() => message.id, { onDelete: 'cascade' }),
  /** Of the code that rendered it, with the host of the site. */
  version: text('version').notNull(),
  html: text('html').notNull(),
});

/** A link by which anyone can read a branch of a conversation up to one message. */
export const conversationShare = pgTable(
  'conversation_share',
  {
    /** Unguessable: anyone with this id can read the shared branch and nothing else. */
    id: text('id').primaryKey(),
    conversationId: conversationId(),
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

/** A user's settings for answers. */
export const chatSetting = pgTable('chat_setting', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  settings: parsedJson('settings', anyObject).notNull(),
  updated: instant('updated').notNull().defaultNow(),
});

/** The operator's changes and additions to the model catalogue; `null` means the shipped value. */
export const modelSetting = pgTable('model_setting', {
  id: text('id').primaryKey(),
  title: line('title'),
  group: text('group').$type<ModelGroup>(),
  price: integer('price'),
  maxInputTokens: integer('max_input_tokens'),
  stepTokens: integer('step_tokens'),
  maxOutputTokens: integer('max_output_tokens'),
  /** Position in the catalogue. Models without one follow in their shipped order. */
  position: integer('position'),
  hidden: boolean('hidden').notNull().default(false),
  /** Tips by language; English is the fallback. */
  tips: parsedJson('tips', textsByLanguage),
  provider: text('provider').$type<UpstreamProvider>(),
  upstream: line('upstream'),
  updated: instant('updated').notNull().defaultNow(),
});

/** One run of a model for one question. */
export const answer = pgTable(
  'answer',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** The client's id of the request: the idempotency key. */
    requestId: uuid('request_id').notNull(),
    /** SHA-256 of the request with that id, so that the id cannot be reused for another request. */
    requestDigest: text('request_digest').notNull(),
    conversationId: conversationId(),
    questionId: uuid('question_id').notNull(),
    messageId: uuid('message_id').notNull(),
    model: text('model').notNull(),
    /** The GPT that was asked. That of the conversation can change, and another model can answer once. */
    gptId: text('gpt_id'),
    /** The provider and upstream model that really answered, once known. */
    upstream: text('upstream'),
    price: integer('price').notNull(),
    charged: integer('charged').notNull().default(0),
    droppedTurns: integer('dropped_turns').notNull().default(0),
    state: text('state').$type<AnswerState>().notNull().default('running'),
    reason: text('reason').$type<FailureReason>(),
    truncated: boolean('truncated').notNull().default(false),
    /** The model's thoughts, where its provider sent them. */
    thoughts: text('thoughts'),
    stopRequested: boolean('stop_requested').notNull().default(false),
    /** The server instance that runs it. */
    ownerId: uuid('owner_id').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    created: created(),
    /** When the model was asked, after waiting in the queue, and when the first text arrived, by the server's clock. */
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
    // For the recent outcomes of a model.
    index('answer_by_model')
      .on(table.model, table.ended)
      .where(sql`${table.ended} is not null`),
  ],
);

/** The events that readers of an answer receive, in order. Kept for a day after the end. */
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
