import { findDueJobs } from '#server/db/queries/mediaJobs.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Jobs that are woken at once; the others have their turn at the next sweep. */
const wokenAtOnce = 500;

/**
 * Wakes what is overdue: jobs whose worker was killed, that were to be woken when a process ended, or whose conversation
 * was deleted. Returns how many.
 */
export async function sweepJobs(means: MediaMeans): Promise<number> {
  await startWaiting(means);
  const { query } = means.database;
  const due = await findDueJobs(query, means.now(), wokenAtOnce);
  for (const id of due) await wakeStep(query, id);
  return due.length;
}
