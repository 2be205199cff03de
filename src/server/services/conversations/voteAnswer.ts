import { and, eq } from 'drizzle-orm';
import type { Vote } from '#domain/chat/votes.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { storeVote } from '#server/db/queries/votes.ts';
import { answerVote } from '#server/db/schema/votes.ts';
import { AppError } from '#server/errors.ts';
import { sendVote } from '#server/services/chatChanges/sendChange.ts';

/**
 * Stores the acting user's vote on an ended answer, or withdraws it, and shows that on the user's other pages. Throws
 * `not_found`.
 */
export async function voteAnswer(
  context: Context,
  answerId: string,
  vote: Vote | null,
): Promise<{ vote: Vote | null }> {
  const userId = signedInUser(context);
  const { query } = context.database;
  if (vote === null) {
    const isOwn = and(eq(answerVote.answerId, answerId), eq(answerVote.userId, userId));
    await query.delete(answerVote).where(isOwn);
  } else if (!(await storeVote(query, userId, answerId, vote))) {
    throw new AppError('not_found', 'There is no ended answer with this id');
  }
  await sendVote(context, userId, answerId);
  return { vote };
}
