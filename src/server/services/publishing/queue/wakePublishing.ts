import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** The task that publishes what waits for a site. Only processes that have its folder know it. */
export function publishTask(siteId: string): string {
  return `publish_site/${siteId}`;
}

/**
 * SQL that has the task of a site run at `due`, instead of when it was to run before; beside one that runs now, if any.
 */
export function addPublishJob(siteId: SQL, due: SQL): SQL {
  const task = sql`${publishTask('')}::text || ${siteId}`;
  return sql`graphile_worker.add_job(${task}, job_key => ${task}, run_at => ${due})`;
}

/** Has the task of a site run after so many seconds. */
export async function wakePublishing(
  query: Executor,
  siteId: string,
  seconds: number,
): Promise<void> {
  const due = sql`now() + make_interval(secs => ${seconds})`;
  await query.execute(sql`select ${addPublishJob(sql`${siteId}::text`, due)}`);
}

/** Has the task of a site run when its waiting run is due; `isPaused` leaves out an automatic one. */
export async function wakeWaiting(
  query: Executor,
  siteId: string,
  isPaused: boolean,
): Promise<void> {
  // Locked, so that somebody who brings it forward meanwhile has the last word.
  await query.execute(sql`
    select ${addPublishJob(sql`site_id`, sql`due`)} from (
      select site_id, due from publish_run
      where site_id = ${siteId} and state = 'waiting' and not (is_automatic and ${isPaused}::boolean)
      for update) waiting`);
}
