import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '#contract/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertAnswer, insertQuestionAndAnswer } from '#server/db/queries/questions.ts';
import type { QuestionPosition } from '#server/services/answers/placeQuestion.ts';
import type { Send } from '#server/services/answers/senderState.ts';
import { toQuestionRow } from '#server/services/answers/storeQuestion.ts';
import type { Target } from '#server/services/answers/target.ts';

type NewAnswer = {
  id: string;
  send: Send;
  position: QuestionPosition;
  target: Target;
  /** Credits for the whole question, as they are held. */
  price: number;
  /** Number of turns that did not fit into the prompt. */
  dropped: number;
  ownerId: string;
};

/**
 * Stores an empty answer below its question, as the end of the visible branch, and the question if it is not stored
 * yet. Returns the first event.
 */
export async function storeAnswer(
  transaction: Executor,
  { id, send, position, target, price, dropped, ownerId }: NewAnswer,
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
    price,
    dropped_turns: dropped,
  };
  const row = {
    id,
    userId: send.userId,
    requestId: send.requestId,
    requestDigest: send.digest,
    conversationId,
    questionId,
    messageId,
    model: target.model.id,
    upstream: target.route.upstream,
    price,
    droppedTurns: dropped,
    ownerId,
  };
  if (unstored) {
    await insertQuestionAndAnswer(transaction, toQuestionRow(unstored), row, accepted);
  } else {
    await insertAnswer(transaction, row, accepted);
  }
  return accepted;
}
