import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { lexemesOf } from '#server/services/conversations/search/lexemes.ts';

type NewQuestion = {
  userId: string;
  conversationId: string;
  /** The message that the question follows. */
  parentId: string | null;
  text: string;
  /** The conversation, where it begins with this question; with exactly one of model and GPT. */
  begins?: { title: string; model: string | null; gptId: string | null };
};

/** One statement: every question pays for each of them. */
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

/** Stores a question, and with the first one its conversation, so that both are found. Answers the question's id. */
export async function storeQuestion(
  transaction: Executor,
  { userId, conversationId, parentId, text, begins }: NewQuestion,
): Promise<string> {
  const questionId = randomUUID();
  const sources: { id: string; text: string }[] = [{ id: questionId, text }];
  if (begins) sources.push({ id: conversationId, text: begins.title });
  const found = sources.map((source) => ({
    id: source.id,
    lexemes: lexemesOf(userId, source.text),
  }));
  const begun = [begins?.title, begins?.model, begins?.gptId];
  const values = [conversationId, userId, ...begun, questionId, parentId, text];
  await run(transaction, storing, [...values, JSON.stringify(found)]);
  return questionId;
}
