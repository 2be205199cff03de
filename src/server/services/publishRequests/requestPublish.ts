import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type WaitingRun, requestRuns } from '#server/db/queries/publishRuns.ts';
import { publishingSite } from '#server/db/schema/publishing.ts';

/** Sites without a running server for so many days are ignored. */
const goneAfterDays = 7;

export const isActiveSite = sql`${publishingSite.seen} > now() - make_interval(days => ${goneAfterDays})`;

const namesKept = 8;

export type PublishRequest = {
  /** The requester in a few words, such as `gpts hide`. */
  by: string;
  /** `false` if an operator requests a publish directly: it also runs after a rollback. */
  isAutomatic: boolean;
  isFull?: boolean;
  /** Whether new content is pulled first. */
  isPulling?: boolean;
  /** Delay in seconds. Requests during the delay share one run. */
  delaySeconds?: number;
};

/**
 * Requests a publish of every site of this database, in the transaction of `query`. One run may be running and one more
 * waiting; further requests join the waiting one. Returns the waiting runs; none if no server has served a site from
 * this database.
 */
export async function requestPublish(query: Executor, ask: PublishRequest): Promise<WaitingRun[]> {
  const { by, isAutomatic, isFull = false, isPulling = false, delaySeconds = 0 } = ask;
  const active = await query.$count(publishingSite, isActiveSite);
  // Nobody would run it. Before a first server has started, even the tables of jobs are missing.
  if (active === 0) return [];
  const request = { by, isAutomatic, isFull, isPulling, delay: delaySeconds };
  return requestRuns(query, request, { days: goneAfterDays, names: namesKept });
}

const reviewsDelaySeconds = 15 * 60;

/** Publishes changed reviews within a quarter of an hour, together with other changes during that time. */
export async function publishReviewsSoon(query: Executor): Promise<void> {
  const delaySeconds = reviewsDelaySeconds;
  await requestPublish(query, { by: 'reviews of users', isAutomatic: true, delaySeconds });
}
