import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { addJobCall } from '#server/db/jobs.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';
import { publishRun } from '#server/db/schema/publishing.ts';

/*
 * The queue of publishes. Raw, because a request joins the run that waits for its site, and moves its job, in one
 * statement: the job of a run always has the time of the request that changed the run last.
 */

type Run = typeof publishRun.$inferSelect;

/** The beginning of the name of the task that publishes what waits for a site; the id of the site follows. */
export const publishTaskPrefix = 'publish_site/';

function addPublishJob(siteId: SQL, due: SQL): SQL {
  return addJobCall(sql`${publishTaskPrefix}::text || ${siteId}`, due);
}

/** A request for a publish. */
export type PublishRequest = Pick<Run, 'isAutomatic' | 'isFull' | 'isPulling'> & {
  by: string;
  /** Seconds until it is due. */
  delay: number;
};

/** A run that waits. */
const waitingRun = { id: publishRun.id, siteId: publishRun.siteId, due: publishRun.due };
export type WaitingRun = RowOf<typeof waitingRun>;

/**
 * Adds a run for each site that was seen in the last `days`, or joins the one that waits, which keeps at most `names`
 * names of requesters. Returns the runs.
 */
export async function requestRuns(
  executor: Executor,
  { by, isAutomatic, isFull, isPulling, delay }: PublishRequest,
  { days, names }: { days: number; names: number },
): Promise<WaitingRun[]> {
  const { rows } = await executor.execute(sql`
    with asked as (
      insert into publish_run as stored (site_id, asked_by, is_automatic, is_full, is_pulling, due)
      select id, array[${by}::text], ${isAutomatic}::boolean, ${isFull}::boolean, ${isPulling}::boolean,
        now() + make_interval(secs => ${delay})
      from publishing_site where seen > now() - make_interval(days => ${days}) order by id
      on conflict (site_id) where state = 'waiting' do update set
        asks = stored.asks + 1,
        asked_by = case when excluded.asked_by <@ stored.asked_by or cardinality(stored.asked_by) >= ${names}
          then stored.asked_by else stored.asked_by || excluded.asked_by end,
        is_automatic = stored.is_automatic and excluded.is_automatic,
        is_full = stored.is_full or excluded.is_full,
        is_pulling = stored.is_pulling or excluded.is_pulling,
        attempt = case when excluded.due < stored.due then 1 else stored.attempt end,
        due = least(stored.due, excluded.due)
      returning id, site_id, due)
    select id, site_id as "siteId", due, ${addPublishJob(sql`site_id`, sql`due`)} from asked`);
  return parseRows(waitingRun, rows);
}

/** Adds a run that waits as the run `id` did; a run that waits already takes over what that one was to do. */
export async function requestAgain(
  executor: Executor,
  id: number,
  { seconds, attempt }: { seconds: number; attempt: number },
): Promise<void> {
  await executor.execute(sql`
    insert into publish_run as stored (site_id, asked_by, asks, is_automatic, is_full, is_pulling, attempt, due, created)
    select site_id, asked_by, asks, is_automatic, is_full, is_pulling, ${attempt}::int,
      now() + make_interval(secs => ${seconds}), created
    from publish_run where id = ${id}
    on conflict (site_id) where state = 'waiting' do update set
      asks = stored.asks + excluded.asks,
      is_automatic = stored.is_automatic and excluded.is_automatic,
      is_full = stored.is_full or excluded.is_full,
      is_pulling = stored.is_pulling or excluded.is_pulling,
      due = least(stored.due, excluded.due)`);
}

/** Runs the task of a site after so many seconds, even while another one runs. */
export async function runPublishTask(
  executor: Executor,
  siteId: string,
  seconds: number,
): Promise<void> {
  const due = sql`now() + make_interval(secs => ${seconds})`;
  await executor.execute(sql`select ${addPublishJob(sql`${siteId}::text`, due)}`);
}

/** Runs the task of a site when its waiting run is due; with `isPaused`, unless that is an automatic one. */
export async function runTaskWhenDue(
  executor: Executor,
  siteId: string,
  isPaused: boolean,
): Promise<void> {
  // Locked, so that a request that brings the run forward meanwhile has the last word.
  await executor.execute(sql`
    select ${addPublishJob(sql`site_id`, sql`due`)} from (
      select site_id, due from publish_run
      where site_id = ${siteId} and state = 'waiting' and not (is_automatic and ${isPaused}::boolean)
      for update) waiting`);
}

/** Deletes the ended runs of each site except the newest `kept`. */
export async function deleteOldRuns(executor: Executor, kept: number): Promise<void> {
  await executor.execute(sql`
    delete from publish_run where id in (
      select id from (
        select id, row_number() over (partition by site_id order by id desc) as place from publish_run
        where state not in ('waiting', 'running')) ended
      where place > ${kept})`);
}
