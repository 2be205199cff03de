import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { StoredEvent } from '#contract/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { answer, answerEvent, conversation, message } from '#server/db/schema/chat.ts';
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
  await transaction
    .insert(message)
    .values({ id: messageId, conversationId, parentId: questionId, role: 'assistant', text: '' });
  await transaction
    .update(conversation)
    .set({ leafId: messageId })
    .where(eq(conversation.id, conversationId));
  await transaction.insert(answer).values({
    id,
    userId: send.userId,
    requestId: send.requestId,
    requestDigest: send.digest,
    conversationId,
    questionId,
    messageId,
    model: target.model.id,
    upstream: target.route.upstream,
    price: target.price,
    droppedTurns: dropped,
    ownerId,
  });
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
  await transaction.insert(answerEvent).values({ answerId: id, number: 1, event: accepted });
  return accepted;
}
