import type { CorePlatform } from '#server/context.ts';
import { listWaitingJobs, startJobs } from '#server/db/queries/mediaJobs.ts';
import { notifyReaders } from '#server/services/answers/follow/notifyReaders.ts';
import { storeProgress } from '#server/services/media/jobs/storeProgress.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Most waiting jobs whose position is updated in one call. */
const updatedAtOnce = 50;

/** Starts waiting jobs while slots are free. Returns their number. */
export async function startWaiting({ config, database, now }: CorePlatform): Promise<number> {
  const started = await database.transaction((transaction) =>
    startJobs(transaction, config.media, now()),
  );
  for (const id of started) await wakeStep(database.query, id);
  const waiting = await listWaitingJobs(database.query, updatedAtOnce);
  const changed: string[] = [];
  for (const id of [...started, ...waiting]) {
    if (await storeProgress(database.query, id)) changed.push(id);
  }
  await notifyReaders(database, changed);
  return started.length;
}
