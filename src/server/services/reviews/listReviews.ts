import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Review } from '#contract/reviews/reviews.ts';
import { reviewsPerPage } from '#domain/reviews/reviews.ts';
import type { Context } from '#server/context.ts';
import { appUser } from '#server/db/schema/accounts.ts';
import { review } from '#server/db/schema/gpts.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { reviewColumns, toReview } from '#server/services/reviews/toReview.ts';

type Page = { page?: number | undefined; size?: number | undefined };

type ReviewPage = {
  items: Review[];
  total: number;
  page: number;
  size: number;
  rating: number | null;
  ratings: number;
};

/** Lists the reviews of a GPT that have a text, newest first. Throws the errors of `getGpt`. */
export async function listReviews(
  context: Context,
  gptId: string,
  { page = 1, size = reviewsPerPage }: Page,
): Promise<ReviewPage> {
  const { rating, ratings, reviews: total } = await getGpt(context, gptId);
  const rows = await context.database.query
    .select(reviewColumns)
    .from(review)
    .innerJoin(appUser, eq(appUser.id, review.userId))
    .where(and(eq(review.gptId, gptId), isNull(review.hidden), isNotNull(review.text)))
    .orderBy(desc(review.updated), review.id)
    .limit(size)
    .offset((page - 1) * size);
  return { items: rows.map(toReview), total, page, size, rating, ratings };
}
