import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

export type BrokenSum = {
  id: string;
  /** As the GPT has them: sum of ratings, ratings, reviews with a text. */
  kept: [sum: number, ratings: number, reviews: number];
  /** As its reviews add up. */
  real: [sum: number, ratings: number, reviews: number];
};

/** At most a hundred GPTs whose sums are not those of their reviews that are not hidden. None, unless somebody meddled. */
export async function verifyReviews({ query }: Database): Promise<BrokenSum[]> {
  const { rows } = await query.execute<BrokenSum>(sql`
    select gpt.id, array[gpt.rating_sum, gpt.ratings, gpt.reviews] as kept,
      array[coalesce(real.rating_sum, 0), coalesce(real.ratings, 0), coalesce(real.reviews, 0)]::integer[] as real
    from gpt left join (
      select gpt_id, sum(rating) as rating_sum, count(*) as ratings, count(text) as reviews
      from review where hidden is null group by gpt_id) as real on real.gpt_id = gpt.id
    where (gpt.rating_sum, gpt.ratings, gpt.reviews) is distinct from
      (coalesce(real.rating_sum, 0), coalesce(real.ratings, 0), coalesce(real.reviews, 0))
    order by gpt.id limit 100`);
  return rows;
}
