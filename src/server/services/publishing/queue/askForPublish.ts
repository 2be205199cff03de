import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { addPublishJob } from '#server/services/publishing/queue/wakePublishing.ts';

/** Sites that were not seen for so long are gone. */
const goneAfter = sql`interval '7 days'`;

/** Names that a run keeps of those who asked for it. */
const namesKept = 8;

export type PublishAsk = {
  /** Who or what asks, in a few words, such as `gpts hide`. */
  by: string;
  /** False where an operator asks for a publish as such: it runs after a rollback, too. */
  isAutomatic: boolean;
  /** Whether everything is rendered anew. */
  isFull?: boolean;
  /** Whether new content is pulled before. */
  isPulling?: boolean;
  /** Not before so many seconds are over; others who ask meanwhile join it. */
  delaySeconds?: number;
};

export type AskedRun = { id: number; siteId: string; due: Date };

/**
 * Asks for a publish of every site of this database, in the transaction of `query`: one may run, one more may wait, who
 * asks while one waits joins it. Returns the waiting runs, none where no server has served a site from this database.
 */
export async function askForPublish(query: Executor, ask: PublishAsk): Promise<AskedRun[]> {
  const { by, isAutomatic, isFull = false, isPulling = false, delaySeconds = 0 } = ask;
  const isLiving = sql`seen > now() - ${goneAfter}`;
  const living = await query.execute(sql`select from publishing_site where ${isLiving} limit 1`);
  // Before a server has registered its site, the tables of the jobs may be missing, too.
  if (living.rowCount === 0) return [];
  // One statement, so that the job of a run always has the time of whoever changed the run last.
  const { rows } = await query.execute<{ id: string; site_id: string; due: string }>(sql`
    with asked as (
      insert into publish_run as stored (site_id, asked_by, is_automatic, is_full, is_pulling, due)
      select id, array[${by}::text], ${isAutomatic}::boolean, ${isFull}::boolean, ${isPulling}::boolean,
        now() + make_interval(secs => ${delaySeconds})
      from publishing_site where ${isLiving} order by id
      on conflict (site_id) where state = 'waiting' do update set
        asks = stored.asks + 1,
        asked_by = case when excluded.asked_by <@ stored.asked_by or cardinality(stored.asked_by) >= ${namesKept}
          then stored.asked_by else stored.asked_by || excluded.asked_by end,
        is_automatic = stored.is_automatic and excluded.is_automatic,
        is_full = stored.is_full or excluded.is_full,
        is_pulling = stored.is_pulling or excluded.is_pulling,
        attempt = case when excluded.due < stored.due then 1 else stored.attempt end,
        due = least(stored.due, excluded.due)
      returning id, site_id, due)
    select id, site_id, due, ${addPublishJob(sql`site_id`, sql`due`)} from asked`);
  return rows.map(({ id, site_id, due }) => ({
    id: Number(id),
    siteId: site_id,
    due: new Date(due),
  }));
}
