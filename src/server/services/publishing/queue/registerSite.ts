import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { deleteOldRuns } from '#server/db/queries/publishRuns.ts';
import { hookDelivery, publishingSite } from '#server/db/schema/publishing.ts';

/** Runs that a site keeps beside what waits and runs. */
const keptRuns = 100;

/** Makes a data folder known as one that serves a site, so that publishes are asked for it; says that it is there. */
export async function registerSite(query: Executor, siteId: string): Promise<void> {
  await query
    .insert(publishingSite)
    .values({ id: siteId })
    .onConflictDoUpdate({ target: publishingSite.id, set: { seen: sql`now()` } });
}

/** Says that a site is there. Returns whether it was registered. */
export async function markSiteSeen(query: Executor, siteId: string): Promise<boolean> {
  const { rowCount } = await query
    .update(publishingSite)
    .set({ seen: sql`now()` })
    .where(eq(publishingSite.id, siteId));
  return rowCount === 1;
}

/** Whether a process publishes for this site now, as far as it was heard of lately. */
export async function isSiteAttended(query: Executor, siteId: string): Promise<boolean> {
  const isLately = sql`${publishingSite.seen} > now() - interval '90 seconds'`;
  return (await query.$count(publishingSite, and(eq(publishingSite.id, siteId), isLately))) === 1;
}

/** Deletes old runs, sites that were not seen for a month, and hooks that were taken more than seven days ago. */
export async function cleanUpPublishing(query: Executor): Promise<void> {
  await query
    .delete(publishingSite)
    .where(sql`${publishingSite.seen} < now() - interval '30 days'`);
  await deleteOldRuns(query, keptRuns);
  await query.delete(hookDelivery).where(sql`${hookDelivery.received} < now() - interval '7 days'`);
}
