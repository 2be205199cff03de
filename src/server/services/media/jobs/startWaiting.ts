import type { Platform } from '#server/context.ts';
import { type Statement, run } from '#server/db/statement.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { tellProgress } from '#server/services/media/jobs/tellProgress.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Waiting jobs whose place is told at once when it changed. */
const toldAtOnce = 50;

/**
 * Fair: within the limits of user, provider and all, first jobs of Pro, then the first of each user, the second of each,
 * and so on. One process at a time decides, by the lock.
 */
const starting: Statement = {
  name: 'start_media_jobs',
  text: `with made as (
      select user_id, provider from media_job
      where started is not null and state in ('queued', 'submitted', 'running')
    ), waiting as (
      select job.*, row_number() over (partition by job.user_id order by job.created)
          + (select count(*) from made where made.user_id = job.user_id) as nth
      from media_job job where state = 'queued' and started is null
    ), allowed as (
      select waiting.*, row_number() over (partition by provider order by is_pro desc, nth, created)
          + (select count(*) from made where made.provider = waiting.provider) as nth_there
      from waiting where nth <= at_once
    ), chosen as (
      select answer_id from allowed where nth_there <= $1
      order by is_pro desc, nth, created
      limit greatest(0, $2::integer - (select count(*) from made))
    )
    update media_job set started = $3, next_step = $3
    where answer_id in (select answer_id from chosen) and started is null and state = 'queued'
    returning answer_id as id`,
};

type Means = Pick<Platform, 'config' | 'database' | 'now'>;

/** Lets waiting jobs begin for which there is a slot. Returns how many. */
export async function startWaiting({ config, database, now }: Means): Promise<number> {
  const { atOnce, atOnceAtProvider } = config.media;
  const begun = await database.transaction(async (transaction) => {
    // A snapshot of before the lock would show slots as free that were just taken.
    await run(transaction, locking, []);
    return run<{ id: string }>(transaction, starting, [atOnceAtProvider, atOnce, now()]);
  });
  for (const { id } of begun) await wakeStep(database.query, id);
  const waiting = await run<{ id: string }>(database.query, listing, [toldAtOnce]);
  const told: string[] = [];
  for (const { id } of [...begun, ...waiting]) {
    if (await tellProgress(database.query, id)) told.push(id);
  }
  await notifyReaders(database, told);
  return begun.length;
}

const locking: Statement = {
  name: 'lock_media_start',
  text: `select pg_advisory_xact_lock(hashtext('start_media'))`,
};

const listing: Statement = {
  name: 'list_waiting_media',
  text: `select answer_id as id from media_job where state = 'queued' and started is null
    order by is_pro desc, created limit $1`,
};
