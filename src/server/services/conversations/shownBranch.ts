import type { AnswerSearch } from '#contract/aiSearch.ts';
import type { MediaFile } from '#contract/media.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mediaFilesJson } from '#server/services/media/files/toMediaFile.ts';
import { answerSearchJson } from '#server/services/search/answerSearchJson.ts';

/** One message of a branch. */
export type BranchMessage = {
  id: string;
  role: 'user' | 'assistant';
  text: string;
  created: Date;
  /** Of an answer that was not imported. */
  model: string | null;
  state: string | null;
  /** Names of what was sent with it, in order. */
  attachments: string[];
  /** Of an answer of AI search: what it was made of. */
  search: AnswerSearch | null;
  /** Of an answer of a media model: what it made. */
  media: MediaFile[];
};

/** SQL: the files that media models made for a message. */
const messageMedia = sql`coalesce(
  (select ${mediaFilesJson} from media_file where media_file.message_id = message.id), '[]')`;

/** Longest branch that is read, from its end. */
const messagesAtMost = 4_000;

/** The end of the branch that is shown: the chosen message, else the newest. `null` where there is none. */
export async function findLeaf(
  executor: Executor,
  { id, leafId }: { id: string; leafId: string | null },
): Promise<string | null> {
  const { rows } = await executor.execute<{ id: string }>(
    sql`select id from message where conversation_id = ${id}
      order by (id = ${leafId}::uuid) is true desc, position desc limit 1`,
  );
  return rows[0]?.id ?? null;
}

/** The ids of the messages of the branch that ends with this one. */
export async function readBranchIds(
  executor: Executor,
  conversationId: string,
  leafId: string,
): Promise<string[]> {
  const { rows } = await executor.execute<{ id: string }>(
    sql`${branch(conversationId, leafId)} select id from branch`,
  );
  return rows.map(({ id }) => id);
}

/** The messages of the branch that ends with this one, the first one first. */
export async function readBranch(
  executor: Executor,
  conversationId: string,
  leafId: string,
): Promise<BranchMessage[]> {
  const { rows } = await executor.execute<Omit<BranchMessage, 'created'> & { created: string }>(
    sql`${branch(conversationId, leafId)}
      select message.id, message.role, message.text, message.created, answer.model, answer.state,
        array(
          select attachment.name from attachment where attachment.message_id = message.id
          order by attachment.place
        ) as attachments,
        ${answerSearchJson} as search, ${messageMedia} as media
      from branch
      join message on message.id = branch.id
      left join answer on answer.message_id = message.id
      left join answer_search on answer_search.answer_id = answer.id
      order by branch.place desc`,
  );
  return rows.map((row) => ({ ...row, created: new Date(row.created) }));
}

function branch(conversationId: string, leafId: string): SQL {
  return sql`with recursive branch as (
      select id, parent_id, 1 as place from message
      where id = ${leafId} and conversation_id = ${conversationId}
      union all
      select message.id, message.parent_id, branch.place + 1 from branch
      join message on message.id = branch.parent_id and message.conversation_id = ${conversationId}
      where branch.place < ${messagesAtMost}
    )`;
}
