import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '#contract/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import type { AttachmentRow } from '#server/services/attachments/toAttachment.ts';
import type { Send } from '#server/services/chat/asker.ts';
import type { Target } from '#server/services/chat/target.ts';

/** A question in its conversation. */
export type PlacedQuestion = {
  conversationId: string;
  title: string;
  questionId: string;
  /** The message that the question follows. */
  parentId: string | null;
  /** What was sent with it. */
  attachments: readonly AttachmentRow[];
};

type NewAnswer = {
  id: string;
  send: Send;
  placed: PlacedQuestion;
  target: Target;
  /** Turns that did not fit into the prompt. */
  dropped: number;
  ownerId: string;
};

/** One statement: every question pays for each of them. */
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

/** Stores an empty answer below its question, as the end of the branch that is shown. Answers its first event. */
export async function storeAnswer(
  transaction: Executor,
  { id, send, placed, target, dropped, ownerId }: NewAnswer,
): Promise<StoredEvent> {
  const { conversationId, questionId, title } = placed;
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
  await run(transaction, storing, values);
  return accepted;
}
