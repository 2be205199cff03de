import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { attachmentsOfMessages } from '#server/services/attachments/attachmentsOfMessages.ts';
import { isStale, newerMessages } from '#server/services/answers/begin/staleHead.ts';
import type { QuestionPosition } from '#server/services/answers/begin/placeQuestion.ts';

/** A question that gets another answer. */
export type StoredQuestion = {
  conversationId: string;
  questionId: string;
  parentId: string | null;
  /** See `isStale`. */
  headId?: string | undefined;
};

/**
 * Finds the position of a stored question, and locks its conversation until the transaction ends. Throws `not_found` if
 * the conversation was deleted, and `newer_messages`.
 */
export async function lockQuestion(
  transaction: Executor,
  { conversationId, questionId, parentId, headId }: StoredQuestion,
): Promise<QuestionPosition> {
  const [found] = await transaction
    .update(conversation)
    .set({ archived: null, updated: sql`now()` })
    .where(and(eq(conversation.id, conversationId), isNull(conversation.deleted)))
    .returning({
      title: conversation.title,
      temporary: conversation.temporary,
      isStale: isStale(conversationId, headId),
    });
  if (!found) throw new AppError('not_found', 'There is no question with this id');
  if (found.isStale) throw await newerMessages(transaction, conversationId, headId);
  const sent = await attachmentsOfMessages(transaction, [questionId]);
  const attachments = sent.get(questionId) ?? [];
  const { title, temporary } = found;
  return { conversationId, questionId, parentId, title, temporary, attachments };
}
