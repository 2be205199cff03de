import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { answerSearch } from '#contract/search/aiSearch.ts';
import { mediaFile } from '#contract/media/media.ts';
import type { Executor } from '#server/db/connect.ts';
import { answerSearchJson, mediaFilesJson } from '#server/db/queries/messageParts.ts';
import { type RowOf, orNull, parseRows } from '#server/db/rawRows.ts';
import { answer, message } from '#server/db/schema/chat.ts';

/*
 * Branches of conversations: a message and those that it follows, up to the first one. Raw, because Drizzle's builder has
 * no recursive queries, and a walk by single queries would be a round trip for each message.
 */

const historyMessage = {
  id: message.id,
  role: message.role,
  /** `null` where it is too far up. */
  text: orNull(message.text),
  hasText: z.boolean(),
  hasAttachments: z.boolean(),
};

/** A message of a branch, with the columns that a prompt needs. */
export type HistoryMessage = RowOf<typeof historyMessage>;

/**
 * Returns a branch from its beginning to the message `leafId`, at most `most` messages. Text is left out where the texts
 * from there to the end have more than `bytes`.
 */
export async function readHistoryRows(
  executor: Executor,
  leafId: string,
  { most, bytes }: { most: number; bytes: number },
): Promise<HistoryMessage[]> {
  const { rows } = await executor.execute(sql`with recursive branch as (
        select id, conversation_id, parent_id, 1 as depth, octet_length(text)::bigint as bytes
        from message where id = ${leafId}
        union all
        select m.id, m.conversation_id, m.parent_id, b.depth + 1, b.bytes + octet_length(m.text)
        from branch b join message m on m.id = b.parent_id and m.conversation_id = b.conversation_id
        where b.depth < ${most}
      )
      select m.id, m.role, m.text <> '' as "hasText",
        exists (select from attachment where message_id = m.id) as "hasAttachments",
        case when b.bytes <= ${bytes}::bigint then m.text end as text
      from branch b join message m on m.id = b.id order by b.depth desc`);
  return parseRows(historyMessage, rows);
}

/** Longest branch that is shown, from its end. */
const shownAtMost = 4_000;

/** Returns the ids of the messages of the branch that ends with `leafId`. */
export async function readBranchIds(
  executor: Executor,
  conversationId: string,
  leafId: string,
): Promise<string[]> {
  const stored = await executor.execute(
    sql`${shownBranch(conversationId, leafId)} select id from branch`,
  );
  const rows = parseRows({ id: message.id }, stored.rows);
  return rows.map(({ id }) => id);
}

const branchMessage = {
  id: message.id,
  role: message.role,
  text: message.text,
  created: message.created,
  /** Of an answer that was not imported. */
  model: orNull(answer.model),
  state: orNull(answer.state),
  /** Names of its attachments, in order. */
  attachments: z.array(z.string()),
  /** Steps and sources of an answer of AI search. */
  search: z.nullable(answerSearch),
  /** The files that a media model made. */
  media: z.array(mediaFile),
};

/** A message of a branch, with the columns that a page or a file shows. */
export type BranchMessage = RowOf<typeof branchMessage>;

/**
 * Returns the messages of the branch that ends with `leafId`, the first one first. `bytes`: only messages before which
 * the texts have fewer bytes.
 */
export async function readBranch(
  executor: Executor,
  conversationId: string,
  leafId: string,
  bytes = Number.MAX_SAFE_INTEGER,
): Promise<BranchMessage[]> {
  const { rows } = await executor.execute(sql`${shownBranch(conversationId, leafId)}
      select message.id, message.role, message.text, message.created, answer.model, answer.state,
        array(
          select attachment.name from attachment where attachment.message_id = message.id
          order by attachment.place
        ) as attachments,
        ${answerSearchJson} as search, coalesce(
          (select ${mediaFilesJson} from media_file where media_file.message_id = message.id), '[]') as media
      from (
        select branch.*, sum(octet_length(text)) over (order by place desc) - octet_length(text) as before
        from branch join message on message.id = branch.id
      ) branch
      join message on message.id = branch.id and branch.before < ${bytes}::bigint
      left join answer on answer.message_id = message.id
      left join answer_search on answer_search.answer_id = answer.id
      order by branch.place desc`);
  return parseRows(branchMessage, rows);
}

function shownBranch(conversationId: string, leafId: string): SQL {
  return sql`with recursive branch as (
      select id, parent_id, 1 as place from message
      where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select message.id, message.parent_id, branch.place + 1 from branch
      join message on message.id = branch.parent_id and message.conversation_id = ${conversationId}
      where branch.place < ${shownAtMost}
    )`;
}
