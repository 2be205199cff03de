import { and, eq, isNull } from 'drizzle-orm';
import type { OwnReview } from '#contract/reviews/reviews.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { review } from '#server/db/schema/gpts.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { reviewColumns, toOwnReview } from '#server/services/reviews/toReview.ts';

/**
 * Returns the acting user's review of a GPT, and whether they may write one: after a charged answer of the GPT, or if
 * they have written one. Throws the errors of `getGpt` for GPTs that are not public.
 */
export async function getOwnReview(
  context: Context,
  gptId: string,
): Promise<{ review: OwnReview | null; is_allowed: boolean }> {
  const userId = signedInUser(context);
  await getGpt(context, gptId);
  const [row] = await context.database.query
    .select(reviewColumns)
    .from(review)
    .innerJoin(appUser, eq(appUser.id, review.userId))
    .where(and(eq(review.userId, userId), eq(review.gptId, gptId), isNull(review.withdrawn)));
  if (row) return { review: toOwnReview(row), is_allowed: true };
  return { review: null, is_allowed: await hasUsed(context, userId, gptId) };
}

async function hasUsed({ database }: Context, userId: string, gptId: string): Promise<boolean> {
  const used = await database.query
    .select({ id: conversation.id })
    .from(conversation)
    .where(
      and(
        eq(conversation.userId, userId),
        eq(conversation.gptId, gptId),
        eq(conversation.counted, true),
      ),
    )
    .limit(1);
  return used.length > 0;
}
