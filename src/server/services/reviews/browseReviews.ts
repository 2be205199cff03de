import { and, desc, eq, isNull } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { review } from '#server/db/schema/gpts.ts';
import { reviewColumns } from '#server/services/reviews/toReview.ts';

/** Lists the newest ratings and reviews for the operator, including hidden ones, of one GPT or of all. */
export async function browseReviews(
  { database: { query } }: CorePlatform,
  { gptId, limit }: { gptId: string | undefined; limit: number },
) {
  return query
    .select({ ...reviewColumns, gptId: review.gptId })
    .from(review)
    .innerJoin(appUser, eq(appUser.id, review.userId))
    .where(and(isNull(review.withdrawn), gptId === undefined ? undefined : eq(review.gptId, gptId)))
    .orderBy(desc(review.updated), review.id)
    .limit(limit);
}
