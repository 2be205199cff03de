import { answerSearch } from '#contract/aiSearch.ts';
import { attachment } from '#contract/attachments.ts';
import { answerStates, failureReasons, target } from '#contract/chat.ts';
import { endpoint } from '#contract/endpoint.ts';
import { mediaFile, mediaOptions } from '#contract/media.ts';
import { storable, uuid } from '#contract/text.ts';
import {
  exportFormats,
  messageRoles,
  messagesAtMost,
  searchMaxCharacters,
  titleMaxCharacters,
} from '#domain/chat.ts';
import { dropOverrides } from '#domain/text.ts';
import * as z from 'zod/mini';

export const chatMessage = z.object({
  id: uuid,
  role: z.enum(messageRoles),
  /** The message that it follows or answers; those with the same one are branches. `null` at the beginning. */
  parent_id: z.nullable(uuid),
  text: z.string(),
  created: z.iso.datetime(),
  attachments: z.array(attachment),
  /** The files that a media model made as this answer, in its order. */
  media: z.array(mediaFile),
  /** Of an answer: how it stands, what it cost and why it ended early. `null` for a question. */
  answer: z.nullable(
    z.object({
      id: uuid,
      state: z.enum(answerStates),
      reason: z.nullable(z.enum(failureReasons)),
      charged: z.int(),
      model: z.string(),
      truncated: z.boolean(),
      /** Messages of the conversation that did not fit into its question and were left out. */
      dropped_turns: z.int(),
      /** Steps and sources, where AI search answered; else `null`. */
      search: z.nullable(answerSearch),
      /** How a media model was to make it; `null` for an answer in words. */
      options: z.nullable(mediaOptions),
      /** The provider's model that made it, where that is known; `null` for an answer in words. */
      made_by: z.nullable(z.string()),
    }),
  ),
});

export type ChatMessage = z.output<typeof chatMessage>;

export const conversationCard = z.object({
  id: uuid,
  title: z.string(),
  target,
  pinned: z.boolean(),
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
      /** `updated` of the last one seen, to the microsecond. PostgreSQL knows no year 0. */
      before: z.optional(z.iso.datetime().check(z.regex(/^(?!0000)/))),
      size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    }),
  answer: () => z.object({ pinned: z.array(conversationCard), items: z.array(conversationCard) }),
});

const ofConversation = z.strictObject({ id: uuid });

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:id',
  summary:
    'A conversation with the newest messages of all its branches, oldest first; those before them are asked for page by page.',
  params: () => ofConversation,
  query: () =>
    z.object({
      /** How many messages at most; as many as are ever sent at once where it is left out. */
      newest: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(messagesAtMost))),
      /** Only messages before this one of the conversation. */
      before: z.optional(uuid),
    }),
  answer: () =>
    z.extend(conversationCard, {
      /** The message at the end of the branch that is shown; `null` for the newest. */
      leaf_id: z.nullable(uuid),
      messages: z.array(chatMessage),
      /** Whether there are messages before these. */
      has_older: z.boolean(),
    }),
});

export const changeConversation = endpoint({
  method: 'PATCH',
  path: '/api/chat/conversations/:id',
  summary: 'Renames a conversation, pins it, or chooses the branch that is shown.',
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
      /** A message of the conversation; the branch goes through it to its newest end. */
      leaf_id: z.optional(uuid),
    }),
  answer: () => conversationCard,
});

/** When conversations were deleted: the key of undoing it. */
const deletion = z.object({ deleted: z.iso.datetime(), count: z.int() });

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations/:id',
  summary: 'Deletes a conversation. It can be restored for an hour; a running answer is stopped.',
  params: () => ofConversation,
  answer: () => deletion,
});

export const deleteConversations = endpoint({
  method: 'DELETE',
  path: '/api/chat/conversations',
  summary: 'Deletes all conversations of the signed-in user. They can be restored for an hour.',
  answer: () => deletion,
});

export const restoreConversations = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/restore',
  summary: 'Restores what was deleted at exactly that moment.',
  body: () => z.strictObject({ deleted: z.iso.datetime() }),
  answer: () => z.object({ count: z.int() }),
});

/** A piece of a text; hits are what was looked for. */
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
  answer: () =>
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

/** Why a conversation of a file cannot be imported; the user reads `conversations.import.reason.{reason}`. */
export const importProblems = [
  'unknown_form',
  'no_messages',
  /** A message has no id, no role or that of another one, or follows one that is not there. */
  'broken_messages',
  /** The file is no JSON at this place, or ends too early. */
  'damaged',
  'too_large',
] as const;

export type ImportProblem = (typeof importProblems)[number];

export const importConversations = endpoint({
  method: 'POST',
  path: '/api/chat/import',
  summary:
    'Imports conversations from the body: our own JSON export, or ChatGPT’s `conversations.json` or the ZIP file with it, at most 100 MB. What was imported before stays as it is.',
  answer: () =>
    z.object({
      imported: z.int(),
      unchanged: z.int(),
      /** How many of the imported ones were larger than a conversation may be: their newest messages were kept, and texts cut. */
      shortened: z.int(),
      /** How many have more messages than a question takes along, which is the newest of them; the first hundred of these. */
      long_count: z.int(),
      long: z.array(z.object({ title: z.string(), messages: z.int(), sent: z.int() })),
      /** Why the rest of the file was not read: it has too many conversations, or takes too long at once. */
      unread: z.nullable(z.enum(['conversations', 'time'])),
      /** How many could not be read; the first hundred of these. `line` is that of the file where one has no title to name. */
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
