import { sql } from 'drizzle-orm';
import type { Review } from '#contract/reviews.ts';
import type { SnapshotLine } from '#contract/snapshot.ts';
import type { Executor } from '#server/db/connect.ts';
import { batches } from '#server/services/snapshot/batches.ts';

const gptsAtOnce = 1_000;

/** Reviews that a page of the site shows; further ones come from the API. */
const reviewsOfPage = 10;

type ReviewRow = Omit<Review, 'created' | 'updated'> & {
  gpt_id: string;
  created: Date | string;
  updated: Date | string;
};

/** The newest reviews with a text of each of these GPTs that has any. */
export async function* reviewLines(
  query: Executor,
  ids: readonly string[],
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const { rows } = await query.execute<ReviewRow>(reviewsOf(batch));
    const byGpt = Map.groupBy(rows, (row) => row.gpt_id);
    for (const [id, found] of byGpt) yield { type: 'reviews', id, reviews: found.map(toReview) };
  }
}

function reviewsOf(ids: string[]) {
  return sql`
    select wanted.id as gpt_id, newest.id, app_user.name, newest.rating, newest.text, newest.created, newest.updated
    from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (
      select * from review
      where gpt_id = wanted.id and hidden is null and text is not null
      order by updated desc, id limit ${reviewsOfPage}) as newest
    join app_user on app_user.id = newest.user_id
    order by wanted.id collate "C", newest.updated desc, newest.id`;
}

function toReview({ id, name, rating, text, created, updated }: ReviewRow): Review {
  return {
    id,
    name,
    rating,
    text,
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
  };
}
