import type { SnapshotLine } from '#contract/publishing/snapshot.ts';
import type { Executor } from '#server/db/connect.ts';
import { readNewestReviews } from '#server/db/queries/reviews.ts';
import { toReview } from '#server/services/reviews/toReview.ts';
import { batches } from '#server/services/snapshot/batches.ts';

const gptsAtOnce = 1_000;

/** Reviews on a page of the site; the page loads more from the API. */
const reviewsOfPage = 10;

/** Yields the newest reviews with a text of each of these GPTs that has any. */
export async function* reviewLines(
  query: Executor,
  ids: readonly string[],
): AsyncGenerator<SnapshotLine> {
  for (const batch of batches(ids, gptsAtOnce)) {
    const rows = await readNewestReviews(query, batch, reviewsOfPage);
    const byGpt = Map.groupBy(rows, (row) => row.gptId);
    for (const [id, found] of byGpt) yield { type: 'reviews', id, reviews: found.map(toReview) };
  }
}
