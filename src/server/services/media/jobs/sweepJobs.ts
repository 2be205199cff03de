import type { MediaJobPlatform } from '#server/context.ts';
import { findDueJobs } from '#server/db/queries/mediaJobs.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Most jobs that are woken in one sweep; the others follow in the next one. */
const wokenAtOnce = 500;

/**
 * Wakes overdue jobs: those whose worker was killed, whose wake-up was lost when a process ended, or whose conversation
 * was deleted. Returns their number.
 */
export async function sweepJobs(platform: MediaJobPlatform): Promise<number> {
  await startWaiting(platform);
  const { query } = platform.database;
  const due = await findDueJobs(query, platform.now(), wokenAtOnce);
  for (const id of due) await wakeStep(query, id);
  return due.length;
}
