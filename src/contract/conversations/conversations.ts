import { answerSearch } from '#contract/search/aiSearch.ts';
import { attachment } from '#contract/chat/attachments.ts';
import { answerStates, failureReasons, target } from '#contract/chat/chat.ts';
import { endpoint } from '#contract/endpoint.ts';
import { mediaFile, mediaOptions } from '#contract/media/media.ts';
import { storable, uuid } from '#contract/text.ts';
import { momentCursor, pageSize } from '#contract/paging.ts';
import {
  exportFormats,
  messageRoles,
  messagesAtMost,
  searchMaxCharacters,
  titleMaxCharacters,
} from '#domain/chat/chat.ts';
import { votes } from '#domain/chat/votes.ts';
import { dropOverrides } from '#domain/texts/text.ts';
import * as z from 'zod/mini';

export const chatMessage = z.object({
  id: uuid,
  role: z.enum(messageRoles),
  /** The message before this one; `null` at the beginning. Messages with the same parent are branches. */
  parent_id: z.nullable(uuid),
  text: z.string(),
  created: z.iso.datetime(),
  attachments: z.array(attachment),
  /** The files of a media model's answer, in order. */
  media: z.array(mediaFile),
  /** State, cost and failure of an answer; `null` for a question. */
  answer: z.nullable(
    z.object({
      id: uuid,
      state: z.enum(answerStates),
      reason: z.nullable(z.enum(failureReasons)),
      charged: z.int(),
      model: z.string(),
      truncated: z.boolean(),
      /** Number of earlier messages that were not sent to the model, because they did not fit into its context. */
      dropped_turns: z.int(),
      /** Whether the model’s thoughts were stored (`getThoughts`). */
      has_thoughts: z.optional(z.boolean()),
      /** Steps and sources of an answer of AI search; else `null`. */
      search: z.nullable(answerSearch),
      /** Options of a media model's answer; `null` for an answer in text. */
      options: z.nullable(mediaOptions),
      /** The provider's model of a media model's answer, if known; `null` for an answer in text. */
      made_by: z.nullable(z.string()),
      vote: z.optional(z.nullable(z.enum(votes))),
    }),
  ),
});

export type ChatMessage = z.output<typeof chatMessage>;

export const conversationCard = z.object({
  id: uuid,
  title: z.string(),
  target,
  pinned: z.boolean(),
  /** Whether an answer is being written in it. Servers before this version do not send it. */
  running: z.optional(z.boolean()),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
});

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  summary:
    'The signed-in user’s conversations, most recently used first; the first page also has all pinned ones, which are in no page.',
  query: () =>
    z.object({
      /** `updated` of the last seen conversation. */
      before: momentCursor(),
      size: pageSize(),
      /** Lists the archived ones instead of the others. */
      archived: z.optional(z.literal('true')),
    }),
  response: () => z.object({ pinned: z.array(conversationCard), items: z.array(conversationCard) }),
});

export const ofConversation = z.strictObject({ id: uuid });

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id',
  summary:
    'A conversation with the newest messages of all its branches, oldest first; those before them are asked for page by page.',
  params: () => ofConversation,
  query: () =>
    z.object({
      /** Largest number of messages; the limit of one response if omitted. */
      newest: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(messagesAtMost))),
      /** Cursor: only messages before this one. */
      before: z.optional(uuid),
    }),
  response: () =>
    z.extend(conversationCard, {
      /** The last message of the current branch; `null` for the newest branch. */
      leaf_id: z.nullable(uuid),
      messages: z.array(chatMessage),
      /** Whether there are messages before these. */
      has_older: z.boolean(),
    }),
});

export const changeConversation = endpoint({
  method: 'PATCH',
  path: '/api/chat/conversations/:id',
  summary: 'Renames a conversation, pins it, archives it, or chooses the branch that is shown.',
  params: () => ofConversation,
  body: () =>
    z.strictObject({
      title: z.optional(
        z
          .string()
          .check(
            storable,
            z.overwrite(dropOverrides),
            z.trim(),
            z.minLength(1),
            z.maxLength(titleMaxCharacters),
          ),
      ),
      pinned: z.optional(z.boolean()),
      /** Archived conversations are listed apart. A question in one brings it back. */
      archived: z.optional(z.boolean()),
      /** A message of the conversation. The current branch becomes the newest one that contains it. */
      leaf_id: z.optional(uuid),
    }),
  response: () => conversationCard,
});

/** The time of a deletion, which is the key for undoing it. */
const deletion = z.object({ deleted: z.iso.datetime(), count: z.int() });

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations/:id',
  summary: 'Deletes a conversation. It can be restored for 30 days; a running answer is stopped.',
  params: () => ofConversation,
  response: () => deletion,
});

export const deleteConversations = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations',
  summary: 'Deletes all conversations of the signed-in user. They can be restored for 30 days.',
  response: () => deletion,
});

export const restoreConversations = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/restore',
  summary: 'Restores what was deleted at exactly that moment, or only one conversation of it.',
  body: () => z.strictObject({ deleted: z.iso.datetime(), id: z.optional(uuid) }),
  response: () => z.object({ count: z.int() }),
});

/** A piece of a text; `hit` marks matches of the query. */
const excerptPart = z.object({ text: z.string(), hit: z.boolean() });

export const searchConversations = endpoint({
  method: 'GET',
  path: '/api/chat/search',
  summary:
    'Conversations whose title or messages have all words of the query, the last perhaps unfinished; newest first, each with its first hits.',
  query: () =>
    z.object({
      query: z.string().check(z.trim(), z.minLength(1), z.maxLength(searchMaxCharacters)),
      page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50))),
    }),
  response: () =>
    z.object({
      items: z.array(
        z.object({
          conversation: conversationCard,
          title: z.array(excerptPart),
          hits: z.array(
            z.object({
              message_id: uuid,
              role: z.enum(messageRoles),
              excerpt: z.array(excerptPart),
            }),
          ),
        }),
      ),
      has_more: z.boolean(),
    }),
});

const format = z.object({ format: z.enum(exportFormats) });

export const exportConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id/export',
  summary: 'A conversation as a file: Markdown of the branch that is shown, or JSON of all of it.',
  params: () => ofConversation,
  query: () => format,
});

export const exportConversations = endpoint({
  method: 'GET',
  path: '/api/chat/export',
  summary: 'All conversations of the signed-in user as one file.',
  query: () => format,
});

/** Reasons why a conversation cannot be imported. Their texts are `conversations.import.reason.{reason}`. */
export const importProblems = [
  'unknown_form',
  'no_messages',
  /** A message has no id, a duplicate id, no role, or a parent that does not exist. */
  'broken_messages',
  /** The file is not JSON at this position, or ends too early. */
  'damaged',
  'too_large',
] as const;

export type ImportProblem = (typeof importProblems)[number];

/**
 * The kinds of content that an import leaves out of a conversation: thoughts of the model, calls of tools and their results, hidden messages
 * such as instructions, references to sources without an address, and parts of an unknown kind.
 */
export const leftOutKinds = ['thoughts', 'tools', 'hidden', 'references', 'unknown'] as const;

export type LeftOutKind = (typeof leftOutKinds)[number];

export const importConversations = endpoint({
  method: 'POST',
  path: '/api/chat/import',
  summary:
    'Imports conversations from the body: our own JSON export, or ChatGPT’s `conversations.json` or the ZIP file with it, at most 100 MB. What was imported before stays as it is.',
  response: () =>
    z.object({
      imported: z.int(),
      unchanged: z.int(),
      /**
       * Number of imported conversations over the size limit. Only their newest messages were kept, and texts were cut.
       */
      shortened: z.int(),
      /**
       * Number of conversations with more messages than a question sends along (`sent`), and the first hundred of them.
       */
      long_count: z.int(),
      long: z.array(z.object({ title: z.string(), messages: z.int(), sent: z.int() })),
      /** Counts of content of the imported conversations that was left out, by kind. */
      left_out: z.array(z.object({ kind: z.enum(leftOutKinds), count: z.int() })),
      /** Why the rest of the file was not read: too many conversations, or no time left. */
      unread: z.nullable(z.enum(['conversations', 'time'])),
      /**
       * Number of unreadable conversations, and the first hundred of them. `line` of the file identifies those without
       * a title.
       */
      rejected_count: z.int(),
      rejected: z.array(
        z.object({
          title: z.string(),
          line: z.nullable(z.int()),
          reason: z.enum(importProblems),
        }),
      ),
    }),
});
