import type { OwnReview } from '#contract/reviews/reviews.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { upsertReview } from '#server/db/queries/reviews.ts';
import { AppError } from '#server/errors.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { publishReviewsSoon } from '#server/services/publishRequests/requestPublish.ts';
import { reviewLimits } from '#server/services/limits/limits.ts';
import { toOwnReview } from '#server/services/reviews/toReview.ts';

type Opinion = { rating: number; text?: string | null | undefined };

/**
 * Writes or changes the acting user's review of a GPT; a hidden review stays hidden. A trigger updates the sums of the
 * GPT in the same transaction. Throws `not_used` before the first charged answer of this GPT, `too_many_requests`, and
 * the errors of `getGpt`.
 */
export async function putReview(
  context: Context,
  gptId: string,
  opinion: Opinion,
): Promise<OwnReview> {
  const userId = signedInUser(context);
  await takePoints(context, [{ limit: reviewLimits.change, by: userId }]);
  const { rating, text = null } = opinion;
  const { query } = context.database;
  const stored = await upsertReview(query, { userId, gptId, rating, text }, context.now());
  if (stored) {
    await publishReviewsSoon(context.database.query);
    return toOwnReview(stored);
  }
  await getGpt(context, gptId);
  throw new AppError('not_used', 'Only those who chatted with this GPT may rate it');
}
