import { findDueJobs } from '#server/db/queries/mediaJobs.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import type { MediaDependencies } from '#server/services/media/jobs/mediaDependencies.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Most jobs that are woken in one sweep; the others follow in the next one. */
const wokenAtOnce = 500;

/**
 * Wakes overdue jobs: those whose worker was killed, whose wake-up was lost when a process ended, or whose conversation
 * was deleted. Returns their number.
 */
export async function sweepJobs(dependencies: MediaDependencies): Promise<number> {
  await startWaiting(dependencies);
  const { query } = dependencies.database;
  const due = await findDueJobs(query, dependencies.now(), wokenAtOnce);
  for (const id of due) await wakeStep(query, id);
  return due.length;
}
