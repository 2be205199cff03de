import type { Executor } from '#server/db/connect.ts';
import { askForPublish } from '#server/services/publishing/queue/askForPublish.ts';

const delaySeconds = 15 * 60;

/** Has the site show reviews within a quarter of an hour; those that come meanwhile are published together. */
export async function publishReviewsSoon(query: Executor): Promise<void> {
  await askForPublish(query, { by: 'reviews of users', isAutomatic: true, delaySeconds });
}
