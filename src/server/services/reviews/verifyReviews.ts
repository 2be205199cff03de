import { count, eq, isNull, sql } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { gpt, review } from '#server/db/schema/gpts.ts';

export type BrokenSum = {
  id: string;
  /** The stored sums: sum of ratings, ratings, reviews with a text. */
  kept: [sum: number, ratings: number, reviews: number];
  real: [sum: number, ratings: number, reviews: number];
};

/** Finds at most a hundred GPTs whose sums differ from their visible reviews, which should not happen. */
export async function verifyReviews({ database: { query } }: CorePlatform): Promise<BrokenSum[]> {
  const real = query
    .select({
      gptId: review.gptId,
      ratingSum: sql<number>`sum(${review.rating})`.as('real_sum'),
      ratings: count().as('real_ratings'),
      reviews: count(review.text).as('real_reviews'),
    })
    .from(review)
    .where(isNull(review.hidden))
    .groupBy(review.gptId)
    .as('real');
  const sums = sql`coalesce(${real.ratingSum}, 0), coalesce(${real.ratings}, 0), coalesce(${real.reviews}, 0)`;
  return query
    .select({
      id: gpt.id,
      kept: sql<BrokenSum['kept']>`array[${gpt.ratingSum}, ${gpt.ratings}, ${gpt.reviews}]`,
      real: sql<BrokenSum['real']>`array[${sums}]::integer[]`,
    })
    .from(gpt)
    .leftJoin(real, eq(real.gptId, gpt.id))
    .where(sql`(${gpt.ratingSum}, ${gpt.ratings}, ${gpt.reviews}) is distinct from (${sums})`)
    .orderBy(gpt.id)
    .limit(100);
}
