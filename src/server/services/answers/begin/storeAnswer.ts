import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '#contract/chat/chat.ts';
import type { Executor } from '#server/db/connect.ts';
import { insertAnswer, insertQuestionAndAnswer } from '#server/db/queries/questions.ts';
import type { QuestionPosition } from '#server/services/answers/begin/placeQuestion.ts';
import type { PreparedAnswer } from '#server/services/answers/begin/producer.ts';
import { toQuestionRow } from '#server/services/answers/begin/storeQuestion.ts';
import { holdCredits } from '#server/services/credits/hold.ts';
import { refuseBeyondOwnLimit } from '#server/services/credits/ownLimits.ts';

type NewAnswer = {
  position: QuestionPosition;
  /** Credits for the whole question, as they are held. */
  price: number;
  /** Number of turns that did not fit into the prompt. */
  dropped: number;
  ownerId: string;
};

/**
 * Holds the price of a question of a locked sender. A free one has no hold: nothing is settled or released at its end.
 * Throws `no_credits`, and `own_limit` if it would pass a limit that the user has set.
 */
export async function holdPrice(
  transaction: Executor,
  { send: { userId }, answerId, sender: { limits }, answerRequest }: PreparedAnswer,
  amount: number,
  now: Date,
): Promise<void> {
  if (amount === 0) return;
  if (limits && !answerRequest.beyondLimit) {
    await refuseBeyondOwnLimit(transaction, { userId, price: amount, limits, now });
  }
  const source = { type: 'answer', id: answerId } as const;
  await holdCredits(transaction, { userId, amount, source, now });
}

/**
 * Stores an empty answer below its question, as the end of the visible branch, and the question if it is not stored
 * yet. Returns the first event.
 */
export async function storeAnswer(
  transaction: Executor,
  { answerId: id, send, target }: PreparedAnswer,
  { position, price, dropped, ownerId }: NewAnswer,
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
    gptId: target.gptId,
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
