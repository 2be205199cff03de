import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '#contract/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';
import type { Send } from '#server/services/chat/senderState.ts';
import { type NewQuestion, searchedBy } from '#server/services/chat/storeQuestion.ts';
import type { Target } from '#server/services/chat/target.ts';

/** Where a question stands in its conversation. */
export type QuestionPosition = {
  conversationId: string;
  title: string;
  questionId: string;
  /** The message that the question follows. */
  parentId: string | null;
  /** Its attachments. */
  attachments: readonly AttachmentRow[];
  /** The question, where it is to be stored with its answer. */
  unstored?: NewQuestion;
};

type NewAnswer = {
  id: string;
  send: Send;
  position: QuestionPosition;
  target: Target;
  /** Turns that did not fit into the prompt. */
  dropped: number;
  ownerId: string;
};

/** One statement, because every round trip delays the answer. */
const storing: Statement = {
  name: 'store_answer',
  text: `with message as (
      insert into message (id, conversation_id, parent_id, role, text) values ($7, $5, $6, 'assistant', '')
    ), shown as (
      update conversation set leaf_id = $7 where id = $5
    ), answer as (
      insert into answer (id, user_id, request_id, request_digest, conversation_id, question_id, message_id, model,
        upstream, price, dropped_turns, owner_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    )
    insert into answer_event (answer_id, number, event) values ($1, 1, $13)`,
};

/**
 * The same with the question, and with the conversation that begins with it, which nobody can change in the statement
 * that makes it. The place of a message in its conversation is that in which it is stored.
 */
const storingBoth: Statement = {
  name: 'store_question_and_answer',
  text: `with begun as (
      insert into conversation (id, user_id, title, model, gpt_id, leaf_id)
      select $5::uuid, $2::uuid, $14::text, $15::text, $16::text, $7::uuid where $14::text is not null
    ), shown as (
      update conversation set leaf_id = $7 where id = $5
    ), messages as (
      insert into message (id, conversation_id, parent_id, role, text)
      values ($6::uuid, $5::uuid, $17::uuid, 'user', $18::text), ($7::uuid, $5::uuid, $6::uuid, 'assistant', '')
    ), searched as (
      insert into conversation_search (conversation_id, source_id, words)
      select $5::uuid, made.id, array_to_tsvector(made.lexemes)
      from jsonb_to_recordset($19::jsonb) made (id uuid, lexemes text[])
      on conflict (source_id) do update set words = excluded.words
    ), answer as (
      insert into answer (id, user_id, request_id, request_digest, conversation_id, question_id, message_id, model,
        upstream, price, dropped_turns, owner_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    )
    insert into answer_event (answer_id, number, event) values ($1, 1, $13)`,
};

/**
 * Stores an empty answer below its question, as the end of the branch that is shown; the question, too, where it is not
 * stored yet. Returns its first event.
 */
export async function storeAnswer(
  transaction: Executor,
  { id, send, position, target, dropped, ownerId }: NewAnswer,
): Promise<StoredEvent> {
  const { conversationId, questionId, title, unstored } = position;
  const messageId = randomUUID();
  const accepted: StoredEvent = {
    type: 'accepted',
    answer_id: id,
    conversation_id: conversationId,
    question_id: questionId,
    message_id: messageId,
    title,
    price: target.price,
    dropped_turns: dropped,
  };
  const sent = [send.userId, send.requestId, send.digest];
  const asked = [conversationId, questionId, messageId, target.model.id, target.route.upstream];
  const values = [id, ...sent, ...asked, target.price, dropped, ownerId, JSON.stringify(accepted)];
  if (unstored) await run(transaction, storingBoth, [...values, ...questionValues(unstored)]);
  else await run(transaction, storing, values);
  return accepted;
}

function questionValues(question: NewQuestion): unknown[] {
  const { parentId, text, newConversation } = question;
  const begun = [newConversation?.title, newConversation?.model, newConversation?.gptId];
  return [...begun, parentId, text, searchedBy(question)];
}
