import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** Runs that a site keeps beside what waits and runs. */
const keptRuns = 100;

/** Makes a data folder known as one that serves a site, so that publishes are asked for it; says that it is there. */
export async function registerSite(query: Executor, siteId: string): Promise<void> {
  await query.execute(sql`
    insert into publishing_site (id) values (${siteId}) on conflict (id) do update set seen = now()`);
}

/** Says that a site is there. Returns whether it was registered. */
export async function markSiteSeen(query: Executor, siteId: string): Promise<boolean> {
  const seen = await query.execute(
    sql`update publishing_site set seen = now() where id = ${siteId}`,
  );
  return seen.rowCount === 1;
}

/** Whether a process publishes for this site now, as far as it was heard of lately. */
export async function isSiteAttended(query: Executor, siteId: string): Promise<boolean> {
  const { rowCount } = await query.execute(sql`
    select from publishing_site where id = ${siteId} and seen > now() - interval '90 seconds'`);
  return rowCount === 1;
}

/** Deletes old runs, sites that were not seen for a month, and hooks that were taken more than seven days ago. */
export async function cleanUpPublishing(query: Executor): Promise<void> {
  await query.execute(sql`delete from publishing_site where seen < now() - interval '30 days'`);
  await query.execute(sql`
    delete from publish_run where id in (
      select id from (
        select id, row_number() over (partition by site_id order by id desc) as place from publish_run
        where state not in ('waiting', 'running')) ended
      where place > ${keptRuns})`);
  await query.execute(sql`delete from hook_delivery where received < now() - interval '7 days'`);
}
