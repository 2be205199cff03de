import { type Statement, run } from '#server/db/statement.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Jobs that are woken at once; the others have their turn at the next sweep. */
const wokenAtOnce = 500;

const finding: Statement = {
  name: 'find_due_media',
  text: `select job.answer_id as id from media_job job
    left join answer on answer.id = job.answer_id and answer.stop_requested and answer.state = 'running'
    where job.next_step is not null and (job.lease_ends is null or job.lease_ends < now())
      and (job.next_step < $1::timestamptz - interval '3 seconds' or answer.id is not null)
    order by job.next_step limit $2`,
};

/**
 * Wakes what is overdue: jobs whose worker was killed, that were to be woken when a process ended, or whose conversation
 * was deleted. Returns how many.
 */
export async function sweepJobs(means: MediaMeans): Promise<number> {
  await startWaiting(means);
  const { query } = means.database;
  const due = await run<{ id: string }>(query, finding, [means.now(), wokenAtOnce]);
  for (const { id } of due) await wakeStep(query, id);
  return due.length;
}
