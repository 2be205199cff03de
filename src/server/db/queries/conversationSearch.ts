import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { conversation, message } from '#server/db/schema/chat.ts';
import { type Statement, execute } from '#server/db/statement.ts';

/*
 * The words by which users find their conversations. Raw, because thousands of words are one JSON parameter here, where
 * Drizzle's builder would put them into rows of parameters; and because the same text is a part of the statements that
 * store questions and answers, which are prepared. The searches stop at the first hit of each conversation (`lateral`).
 */

/** A text to be found, with its words: a message, or a title under the id of its conversation. */
export type SearchedText = {
  conversation_id: string;
  id: string;
  /** Words with the mark of their user (`services/conversations/search/lexemes.ts`). */
  lexemes: readonly string[];
};

/** SQL that stores the words of texts and replaces their earlier words; `texts` is JSON of `SearchedText[]`. */
export function upsertWords(texts: string): string {
  return `insert into conversation_search (conversation_id, source_id, words)
      select made.conversation_id, made.id, array_to_tsvector(made.lexemes)
      from jsonb_to_recordset(${texts}::jsonb) made (conversation_id uuid, id uuid, lexemes text[])
      on conflict (source_id) do update set words = excluded.words`;
}

const storeStatement: Statement = { name: 'store_words', text: upsertWords('$1') };

/** Stores the words of texts, instead of those stored before. */
export async function storeWords(
  executor: Executor,
  texts: readonly SearchedText[],
): Promise<void> {
  await execute(executor, storeStatement, [JSON.stringify(texts)]);
}

/** A search of a user's conversations: words as a `tsquery`, and the part of the results, most recently used first. */
export type Search = { userId: string; terms: string; limit: number; offset: number };

/** Returns the ids of conversations with all words, among the `recent` most recently used ones. */
export async function searchRecent(
  executor: Executor,
  { userId, terms, limit, offset }: Search,
  recent: number,
): Promise<string[]> {
  const stored = await executor.execute(sql`select recent.id
      from (
        select id, updated from conversation where user_id = ${userId} and deleted is null and not temporary
        order by updated desc, id desc limit ${recent}
      ) recent
      cross join lateral (
        select from conversation_search
        where conversation_search.conversation_id = recent.id
          and conversation_search.words @@ ${terms}::tsquery
        limit 1
      ) hit
      order by recent.updated desc, recent.id desc
      limit ${limit} offset ${offset}`);
  const rows = parseRows({ id: conversation.id }, stored.rows);
  return rows.map(({ id }) => id);
}

/** Returns the ids of conversations with all words. */
export async function searchAll(
  executor: Executor,
  { userId, terms, limit, offset }: Search,
): Promise<string[]> {
  const stored = await executor.execute(sql`select conversation.id
      from (select distinct conversation_id from conversation_search where words @@ ${terms}::tsquery) found
      join conversation on conversation.id = found.conversation_id
        and conversation.user_id = ${userId} and conversation.deleted is null and not conversation.temporary
      order by conversation.updated desc, conversation.id desc
      limit ${limit} offset ${offset}`);
  const rows = parseRows({ id: conversation.id }, stored.rows);
  return rows.map(({ id }) => id);
}

/** A message with all words of a search, and the beginning of its text. */
const { conversationId, id, role, text } = message;
const foundMessage = { conversationId, id, role, text };
export type FoundMessage = RowOf<typeof foundMessage>;

/** Returns the first messages with all words of each of these conversations, in their order. */
export async function findMessages(
  executor: Executor,
  conversationIds: readonly string[],
  { terms, most, characters }: { terms: string; most: number; characters: number },
): Promise<FoundMessage[]> {
  const { rows } = await executor.execute(sql`
      select message.conversation_id as "conversationId", message.id, message.role,
        left(message.text, ${characters}) as text
      from unnest(${sql.param(conversationIds)}::uuid[]) wanted (id)
      cross join lateral (
        select message.id from conversation_search
        join message on message.id = conversation_search.source_id
        where conversation_search.conversation_id = wanted.id
          and conversation_search.words @@ ${terms}::tsquery
        order by message.position limit ${most}
      ) hit
      join message on message.id = hit.id
      order by message.position`);
  return parseRows(foundMessage, rows);
}
