import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { lexemesOf } from '#server/services/conversations/search/lexemes.ts';

export type NewQuestion = {
  id: string;
  userId: string;
  conversationId: string;
  /** The message that the question follows. */
  parentId: string | null;
  text: string;
  /** The conversation, where it begins with this question; with exactly one of model and GPT. */
  newConversation?: { title: string; model: string | null; gptId: string | null };
};

/** One statement, because every round trip delays the answer. */
const storing: Statement = {
  name: 'store_question',
  text: `with begun as (
      insert into conversation (id, user_id, title, model, gpt_id)
      select $1::uuid, $2::uuid, $3::text, $4::text, $5::text where $3::text is not null
    ), asked as (
      insert into message (id, conversation_id, parent_id, role, text)
      values ($6::uuid, $1::uuid, $7::uuid, 'user', $8::text)
    )
    insert into conversation_search (conversation_id, source_id, words)
    select $1::uuid, made.id, array_to_tsvector(made.lexemes)
    from jsonb_to_recordset($9::jsonb) made (id uuid, lexemes text[])
    on conflict (source_id) do update set words = excluded.words`,
};

/**
 * Stores a question before its answer, for what has to be stored in between, and with the first one its conversation, so
 * that both are found. Without anything in between, `storeAnswer` does all that.
 */
export async function storeQuestion(transaction: Executor, question: NewQuestion): Promise<void> {
  const { id, userId, conversationId, parentId, text, newConversation } = question;
  const begun = [newConversation?.title, newConversation?.model, newConversation?.gptId];
  const values = [conversationId, userId, ...begun, id, parentId, text, searchedBy(question)];
  await run(transaction, storing, values);
}

/** The search texts of a question, and of its conversation where it begins with it: JSON of ids with their lexemes. */
export function searchedBy({
  id,
  userId,
  conversationId,
  text,
  newConversation,
}: NewQuestion): string {
  const sources: { id: string; text: string }[] = [{ id, text }];
  if (newConversation) sources.push({ id: conversationId, text: newConversation.title });
  const found = sources.map((source) => ({
    id: source.id,
    lexemes: lexemesOf(userId, source.text),
  }));
  return JSON.stringify(found);
}
