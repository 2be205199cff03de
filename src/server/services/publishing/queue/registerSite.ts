import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { deleteOldRuns } from '#server/db/queries/publishRuns.ts';
import { hookDelivery, publishingSite } from '#server/db/schema/publishing.ts';

const keptRuns = 100;

/** Registers the data folder of a server, so that publishes are requested for its site, and marks it as seen. */
export async function registerSite(query: Executor, siteId: string): Promise<void> {
  await query
    .insert(publishingSite)
    .values({ id: siteId })
    .onConflictDoUpdate({ target: publishingSite.id, set: { seen: sql`now()` } });
}

/** Marks a site as seen. Returns whether it was registered. */
export async function markSiteSeen(query: Executor, siteId: string): Promise<boolean> {
  const { rowCount } = await query
    .update(publishingSite)
    .set({ seen: sql`now()` })
    .where(eq(publishingSite.id, siteId));
  return rowCount === 1;
}

/** Whether a process that publishes for this site was seen recently. */
export async function isSiteAttended(query: Executor, siteId: string): Promise<boolean> {
  const isLately = sql`${publishingSite.seen} > now() - interval '90 seconds'`;
  return (await query.$count(publishingSite, and(eq(publishingSite.id, siteId), isLately))) === 1;
}

/** Deletes old runs, sites that were not seen for a month, and ids of hooks older than seven days. */
export async function cleanUpPublishing(query: Executor): Promise<void> {
  await query
    .delete(publishingSite)
    .where(sql`${publishingSite.seen} < now() - interval '30 days'`);
  await deleteOldRuns(query, keptRuns);
  await query.delete(hookDelivery).where(sql`${hookDelivery.received} < now() - interval '7 days'`);
}
