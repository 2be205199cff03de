import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { chatMessage } from '#contract/conversations/conversations.ts';
import type { Executor } from '#server/db/connect.ts';
import { answerSearchJson, mediaFilesJson } from '#server/db/queries/messageParts.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { message } from '#server/db/schema/chat.ts';

/*
 * The messages of a conversation as the API sends them. Raw, because one query reads messages, files, answers and sources
 * as JSON and leaves out older texts, by their sizes, before it reads them: a window over the newest messages.
 */

/** Attachments and media are `null` instead of empty lists. */
const messageRow = {
  id: message.id,
  role: message.role,
  parent_id: message.parentId,
  text: message.text,
  created: z.string(),
  attachments: z.nullable(chatMessage.shape.attachments),
  media: z.nullable(chatMessage.shape.media),
  answer: chatMessage.shape.answer,
  isFirst: z.boolean(),
};

export type MessageWindow = {
  newest: number;
  before?: string | undefined;
  after?: string | undefined;
  bytes: number;
};

/** Returns the condition that a message is newer than the message `id` of its conversation, if there is that one. */
export function isMessageAfter(conversationId: string, id: string): SQL {
  return sql`message.position > coalesce(
    (select position from message where id = ${id} and conversation_id = ${conversationId}), 0)`;
}

/**
 * Returns the newest messages of a conversation, oldest first: at most `newest`, before the message `before` and after
 * the message `after` where these are named, whose texts have at most `bytes` together. `isFirst` marks the first message
 * between those two. If the conversation has no message `after`, all messages are after it.
 */
export async function readNewestMessages(
  executor: Executor,
  conversationId: string,
  { newest, before, after, bytes }: MessageWindow,
): Promise<RowOf<typeof messageRow>[]> {
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`position < (select position from message where id = ${before} and conversation_id = ${conversationId})`;
  const isAfter = after === undefined ? sql`true` : isMessageAfter(conversationId, after);
  const { rows } = await executor.execute(sql`with newest as (
        select id, position, sum(octet_length(text)) over (order by position desc) as bytes,
          lead(id) over (order by position desc) is null as is_first
        from message where conversation_id = ${conversationId} and ${isBefore} and ${isAfter}
        order by position desc limit ${newest}
      ), sent as (
        select attachment.message_id, json_agg(json_build_object(
          'id', attachment.id, 'kind', attachment.kind, 'name', attachment.name,
          'type', attachment.type, 'size', attachment.size, 'width', attachment.width,
          'height', attachment.height, 'characters', attachment.characters,
          'pages', attachment.pages, 'tokens', attachment.tokens
        ) order by attachment.place) as attachments
        from newest join attachment on attachment.message_id = newest.id
        group by attachment.message_id
      ), made as (
        select media_file.message_id, ${mediaFilesJson} as media
        from newest join media_file on media_file.message_id = newest.id
        group by media_file.message_id
      )
      select message.id, message.role, message.parent_id, message.text, message.created,
        sent.attachments, made.media, case when answer.id is not null then json_build_object(
          'id', answer.id, 'state', answer.state, 'reason', answer.reason,
          'charged', answer.charged, 'model', answer.model, 'truncated', answer.truncated,
          'dropped_turns', answer.dropped_turns, 'search', ${answerSearchJson},
          'has_thoughts', answer.thoughts is not null, 'options', media_job.options,
          'made_by', media_job.upstream, 'vote', answer_vote.vote
        ) end as answer, newest.is_first as "isFirst"
      from newest
      join message on message.id = newest.id
      left join answer on answer.message_id = message.id
      left join answer_search on answer_search.answer_id = answer.id
      left join media_job on media_job.answer_id = answer.id
      left join answer_vote on answer_vote.answer_id = answer.id
      left join sent on sent.message_id = message.id
      left join made on made.message_id = message.id
      where newest.bytes <= ${bytes}
      order by message.position`);
  return parseRows(messageRow, rows);
}
