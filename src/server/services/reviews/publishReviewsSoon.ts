import type { Executor } from '#server/db/connect.ts';
import { requestPublish } from '#server/services/publishing/queue/requestPublish.ts';

const delaySeconds = 15 * 60;

/** Publishes changed reviews within a quarter of an hour, together with other changes during that time. */
export async function publishReviewsSoon(query: Executor): Promise<void> {
  await requestPublish(query, { by: 'reviews of users', isAutomatic: true, delaySeconds });
}
