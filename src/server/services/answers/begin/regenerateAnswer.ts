import { createHash } from 'node:crypto';
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Language } from '#domain/languages/languages.ts';
import type { MediaOptions } from '#domain/media/media.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { attachment, conversation, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import { beginAnswer } from '#server/services/answers/begin/beginAnswer.ts';
import type { StoredQuestion } from '#server/services/answers/begin/lockQuestion.ts';
import type { TargetReference } from '#server/services/answers/begin/target.ts';

/** A request for another answer to a question of the acting user. */
export type Regeneration = {
  requestId: string;
  questionId: string;
  /** See `isStale`. */
  headId?: string | undefined;
  target: TargetReference;
  options?: MediaOptions | undefined;
  /** See `AnswerRequest`. */
  maxPrice?: number | undefined;
  beyondLimit?: boolean | undefined;
  language?: Language | undefined;
};

/**
 * Starts another answer to a question, in addition to the earlier ones, for the price of one question. The conversation
 * keeps its model or GPT, also when another one answers this time. Returns the id of the answer. Throws the errors of
 * `beginAnswer`, and `not_found`.
 */
export async function regenerateAnswer(context: Context, again: Regeneration): Promise<string> {
  const { requestId, questionId, headId, target, options, maxPrice, language } = again;
  const question = await findQuestion(context, questionId);
  return beginAnswer(context, {
    requestId,
    digest: createHash('sha256')
      .update(JSON.stringify(['again', questionId, target, ...(options ? [options] : [])]))
      .digest('hex'),
    conversationId: question.conversationId,
    target,
    maxPrice,
    beyondLimit: again.beyondLimit,
    options,
    hasFiles: question.hasFiles,
    text: question.text,
    language,
    source: { kind: 'stored', question: { ...question, headId } },
  });
}

async function findQuestion(
  context: Context,
  questionId: string,
): Promise<StoredQuestion & { text: string; hasFiles: boolean }> {
  const { query } = context.database;
  const files = query.select().from(attachment).where(eq(attachment.messageId, message.id));
  const [found] = await query
    .select({
      conversationId: message.conversationId,
      questionId: message.id,
      parentId: message.parentId,
      text: message.text,
      hasFiles: sql<boolean>`${exists(files)}`,
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
