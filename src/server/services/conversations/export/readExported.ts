import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mediaFilesJson } from '#server/services/media/files/toMediaFile.ts';
import { answerSearchJson } from '#server/services/search/answerSearchJson.ts';
import type {
  ExportedConversation,
  ExportedMessage,
} from '#server/services/conversations/export/exportFormat.ts';

/** A conversation that is to be exported. */
export type Exportable = {
  id: string;
  title: string;
  model: string | null;
  gptId: string | null;
  leafId: string | null;
  pinned: Date | null;
  created: Date;
  updated: Date;
};

/** Messages that are in memory at once. */
const messagesAtOnce = 500;

/** The whole of a conversation but for its messages. */
export function toExported(row: Exportable): Omit<ExportedConversation, 'messages'> {
  return {
    id: row.id,
    title: row.title,
    target: row.gptId === null ? { model: row.model ?? '' } : { gpt: row.gptId },
    pinned: row.pinned !== null,
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    leaf_id: row.leafId,
  };
}

/** The messages of all branches, oldest first. Answers that have no text yet, or never got one, are among them. */
export async function* readMessages(
  executor: Executor,
  conversationId: string,
): AsyncGenerator<ExportedMessage> {
  for (let after = '0'; ;) {
    const { rows } = await executor.execute<ExportedRow>(
      sql`select message.id, message.parent_id, message.role, message.text, message.created,
          message.position::text, answer.model, answer.state, ${answerSearchJson} as search, (
            select json_agg(json_build_object('name', attachment.name, 'type', attachment.type,
              'size', attachment.size) order by attachment.place)
            from attachment where attachment.message_id = message.id
          ) as attachments,
          (select ${mediaFilesJson} from media_file where media_file.message_id = message.id) as media
        from message
        left join answer on answer.message_id = message.id
        left join answer_search on answer_search.answer_id = answer.id
        where message.conversation_id = ${conversationId} and message.position > ${after}::bigint
        order by message.position limit ${messagesAtOnce}`,
    );
    yield* rows.map(toMessage);
    const last = rows.at(-1);
    if (!last || rows.length < messagesAtOnce) return;
    after = last.position;
  }
}

type ExportedRow = {
  id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  text: string;
  created: string;
  position: string;
  model: string | null;
  state: string | null;
  attachments: NonNullable<ExportedMessage['attachments']> | null;
  search: NonNullable<ExportedMessage['search']> | null;
  media: NonNullable<ExportedMessage['media']> | null;
};

function toMessage(exported: ExportedRow) {
  const { position: _, model, state, attachments, search, media, ...row } = exported;
  return {
    ...row,
    created: new Date(row.created).toISOString(),
    ...(attachments === null ? {} : { attachments }),
    ...(model === null ? {} : { model }),
    ...(state === null ? {} : { state }),
    ...(search === null ? {} : { search }),
    ...(media === null ? {} : { media }),
  } satisfies ExportedMessage;
}
