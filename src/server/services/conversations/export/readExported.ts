import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { answerSearchJson, mediaFilesJson } from '#server/db/queries/messageParts.ts';
import { answer, message } from '#server/db/schema/chat.ts';
import { answerSearch } from '#server/db/schema/search.ts';
import type {
  ExportedConversation,
  ExportedMessage,
} from '#server/services/conversations/export/exportFormat.ts';

export type ExportSource = {
  id: string;
  title: string;
  model: string | null;
  gptId: string | null;
  leafId: string | null;
  pinned: Date | null;
  archived: Date | null;
  created: Date;
  updated: Date;
};

const messagesAtOnce = 500;

export function toExported(row: ExportSource): Omit<ExportedConversation, 'messages'> {
  return {
    id: row.id,
    title: row.title,
    target: row.gptId === null ? { model: row.model ?? '' } : { gpt: row.gptId },
    pinned: row.pinned !== null,
    ...(row.archived !== null && { archived: true }),
    created: row.created.toISOString(),
    updated: row.updated.toISOString(),
    leaf_id: row.leafId,
  };
}

/** Yields the messages of all branches, oldest first, including answers without text. */
export async function* readMessages(
  executor: Executor,
  conversationId: string,
): AsyncGenerator<ExportedMessage> {
  for (let after = 0; ;) {
    const rows = await readPage(executor, conversationId, after);
    yield* rows.map(toMessage);
    const last = rows.at(-1);
    if (!last || rows.length < messagesAtOnce) return;
    after = last.position;
  }
}

type ExportedRow = Awaited<ReturnType<typeof readPage>>[number];

async function readPage(executor: Executor, conversationId: string, after: number) {
  return executor
    .select({
      id: message.id,
      parent_id: message.parentId,
      role: message.role,
      text: message.text,
      created: message.created,
      position: message.position,
      model: answer.model,
      state: answer.state,
      thoughts: answer.thoughts,
      search: sql<NonNullable<ExportedMessage['search']> | null>`${answerSearchJson}`,
      attachments: sql<NonNullable<ExportedMessage['attachments']> | null>`(
        select json_agg(json_build_object('name', attachment.name, 'type', attachment.type,
          'size', attachment.size) order by attachment.place)
        from attachment where attachment.message_id = message.id)`,
      media: sql<NonNullable<ExportedMessage['media']> | null>`(
        select ${mediaFilesJson} from media_file where media_file.message_id = message.id)`,
    })
    .from(message)
    .leftJoin(answer, eq(answer.messageId, message.id))
    .leftJoin(answerSearch, eq(answerSearch.answerId, answer.id))
    .where(and(eq(message.conversationId, conversationId), gt(message.position, after)))
    .orderBy(message.position)
    .limit(messagesAtOnce);
}

function toMessage(exported: ExportedRow) {
  const { position: _, model, state, thoughts, attachments, search, media, ...row } = exported;
  return {
    ...row,
    created: row.created.toISOString(),
    ...(attachments === null ? {} : { attachments }),
    ...(model === null ? {} : { model }),
    ...(state === null ? {} : { state }),
    ...(thoughts === null ? {} : { thoughts }),
    ...(search === null ? {} : { search }),
    ...(media === null ? {} : { media }),
  } satisfies ExportedMessage;
}
