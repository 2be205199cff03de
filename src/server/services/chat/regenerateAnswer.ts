import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { MediaOptions } from '#domain/media.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { attachmentsOfMessages } from '#server/services/attachments/sentAttachments.ts';
import { beginAnswer } from '#server/services/chat/beginAnswer.ts';
import type { PlacedQuestion } from '#server/services/chat/storeAnswer.ts';
import type { TargetReference } from '#server/services/chat/target.ts';

/** A question of the acting user that is to be answered once more. */
export type Regeneration = {
  requestId: string;
  questionId: string;
  target: TargetReference;
  /** How a media model is to make it. */
  options?: MediaOptions | undefined;
  /** See `Asking`. */
  maxPrice?: number | undefined;
};

/**
 * Answers a question once more: a new answer beside those before it, for the price of one question. The conversation
 * stays with whom it is, also when somebody else answers this time. See `beginAnswer`; also throws `not_found`.
 */
export async function regenerateAnswer(context: Context, again: Regeneration): Promise<string> {
  const { requestId, questionId, target, options, maxPrice } = again;
  const question = await findQuestion(context, questionId);
  return beginAnswer(context, {
    requestId,
    digest: createHash('sha256')
      .update(JSON.stringify(['again', questionId, target, ...(options ? [options] : [])]))
      .digest('hex'),
    conversationId: question.conversationId,
    target,
    maxPrice,
    options,
    hasFiles: false,
    text: question.text,
    place: (transaction) => lockConversation(transaction, question),
  });
}

type FoundQuestion = { conversationId: string; questionId: string; parentId: string | null };

async function findQuestion(
  context: Context,
  questionId: string,
): Promise<FoundQuestion & { text: string }> {
  const [found] = await context.database.query
    .select({
      conversationId: message.conversationId,
      questionId: message.id,
      parentId: message.parentId,
      text: message.text,
    })
    .from(message)
    .innerJoin(conversation, eq(conversation.id, message.conversationId))
    .where(
      and(
        eq(message.id, questionId),
        eq(message.role, 'user'),
        eq(conversation.userId, signedInUser(context)),
        isNull(conversation.deleted),
      ),
    );
  if (!found) throw new AppError('not_found', 'There is no question with this id');
  return found;
}

async function lockConversation(
  transaction: Executor,
  { conversationId, questionId, parentId }: FoundQuestion,
): Promise<PlacedQuestion> {
  const [found] = await transaction
    .update(conversation)
    .set({ updated: sql`now()` })
    .where(and(eq(conversation.id, conversationId), isNull(conversation.deleted)))
    .returning({ title: conversation.title });
  if (!found) throw new AppError('not_found', 'There is no question with this id');
  const sent = await attachmentsOfMessages(transaction, [questionId]);
  const attachments = sent.get(questionId) ?? [];
  return { conversationId, questionId, parentId, title: found.title, attachments };
}
