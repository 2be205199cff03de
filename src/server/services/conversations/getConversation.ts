import { sql } from 'drizzle-orm';
import type { Attachment } from '#contract/attachments.ts';
import type { ChatMessage } from '#contract/conversations.ts';
import type { MediaFile } from '#contract/media.ts';
import { messagesAtMost } from '#domain/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { answerSearchJson } from '#server/services/search/answerSearchJson.ts';
import { isOwn, unknownConversation } from '#server/services/conversations/changeConversation.ts';
import {
  type ConversationCard,
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { mediaFilesJson } from '#server/services/media/files/toMediaFile.ts';

/** Bytes of their texts; where they have more, the oldest are left out. */
const bytesAtMost = 24_000_000;

/** Which of the messages are asked for: so many of the newest, before another one where it is named. */
type Part = { newest?: number | undefined; before?: string | undefined };

type Found = ConversationCard & {
  leaf_id: string | null;
  messages: ChatMessage[];
  has_older: boolean;
};

/**
 * A conversation of the acting user with its newest messages, oldest first. The text of a running answer is empty: its
 * events tell it from the beginning. Throws `unknown_conversation`.
 */
export async function getConversation(
  context: Context,
  id: string,
  part: Part = {},
): Promise<Found> {
  const { query } = context.database;
  const [found] = await query
    .select({ ...cardColumns, leafId: conversation.leafId })
    .from(conversation)
    .where(isOwn(signedInUser(context), id));
  if (!found) throw unknownConversation();
  return {
    ...toConversationCard(found),
    leaf_id: found.leafId,
    ...(await readMessages(query, id, part)),
  };
}

/** As a row of the query has it: attachments, media and answer are `null` where there are none. */
type Row = Omit<ChatMessage, 'attachments' | 'media' | 'created'> & {
  created: Date;
  attachments: Attachment[] | null;
  media: MediaFile[] | null;
  isFirst: boolean;
};

/** One query; what is too much is left out before any text is read. */
async function readMessages(
  executor: Executor,
  id: string,
  { newest = messagesAtMost, before }: Part,
): Promise<Pick<Found, 'messages' | 'has_older'>> {
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`position < (select position from message where id = ${before} and conversation_id = ${id})`;
  const { rows } = await executor.execute<Row>(
    sql`with newest as (
        select id, position, sum(octet_length(text)) over (order by position desc) as bytes,
          lead(id) over (order by position desc) is null as is_first
        from message where conversation_id = ${id} and ${isBefore}
        order by position desc limit ${newest}
      ), sent as (
        select attachment.message_id, json_agg(json_build_object(
          'id', attachment.id, 'kind', attachment.kind, 'name', attachment.name,
          'type', attachment.type, 'size', attachment.size, 'width', attachment.width,
          'height', attachment.height, 'characters', attachment.characters
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
          'options', media_job.options, 'made_by', media_job.upstream
        ) end as answer, newest.is_first as "isFirst"
      from newest
      join message on message.id = newest.id
      left join answer on answer.message_id = message.id
      left join answer_search on answer_search.answer_id = answer.id
      left join media_job on media_job.answer_id = answer.id
      left join sent on sent.message_id = message.id
      left join made on made.message_id = message.id
      where newest.bytes <= ${bytesAtMost}
      order by message.position`,
  );
  const messages = rows.map(({ isFirst: _, ...row }) => ({
    ...row,
    created: new Date(row.created).toISOString(),
    attachments: row.attachments ?? [],
    media: row.media ?? [],
  }));
  return { messages, has_older: rows[0]?.isFirst === false };
}
