import { and, eq } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { review } from '#server/db/schema/gpts.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { publishReviewsSoon } from '#server/services/publishRequests/requestPublish.ts';
import { reviewLimits } from '#server/services/limits/limits.ts';

/**
 * Deletes the acting user's review of a GPT, also of a GPT that is hidden or removed. Of a hidden review only the text
 * is deleted, because writing it again would otherwise undo the hiding. Throws `too_many_requests`.
 */
export async function deleteReview(
  context: Context,
  gptId: string,
): Promise<Record<string, never>> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: reviewLimits.change, by: userId }]);
  await context.database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ id: review.id, hidden: review.hidden, withdrawn: review.withdrawn })
      .from(review)
      .where(and(eq(review.userId, userId), eq(review.gptId, gptId)))
      .for('update');
    if (!found || found.withdrawn) return;
    if (found.hidden === null) await transaction.delete(review).where(eq(review.id, found.id));
    else {
      const withdrawn = context.now();
      await transaction
        .update(review)
        .set({ text: null, withdrawn, updated: withdrawn })
        .where(eq(review.id, found.id));
    }
    await publishReviewsSoon(transaction);
  });
  return {};
}
