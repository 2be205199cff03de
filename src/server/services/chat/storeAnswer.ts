import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { StoredEvent } from '#contract/chat.ts';
import type { Executor } from '#server/db/connect.ts';
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
  // One statement: every question pays for each of them.
  await transaction.execute(
    sql`with message as (
        insert into message (id, conversation_id, parent_id, role, text)
        values (${messageId}, ${conversationId}, ${questionId}, 'assistant', '')
      ), shown as (
        update conversation set leaf_id = ${messageId} where id = ${conversationId}
      ), answer as (
        insert into answer (id, user_id, request_id, request_digest, conversation_id, question_id, message_id, model,
          upstream, price, dropped_turns, owner_id)
        values (${id}, ${send.userId}, ${send.requestId}, ${send.digest}, ${conversationId}, ${questionId},
          ${messageId}, ${target.model.id}, ${target.route.upstream}, ${target.price}, ${dropped}, ${ownerId})
      )
      insert into answer_event (answer_id, number, event) values (${id}, 1, ${JSON.stringify(accepted)}::jsonb)`,
  );
  return accepted;
}
