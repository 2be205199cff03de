import type { Platform } from '#server/context.ts';
import { listWaitingJobs, startJobs } from '#server/db/queries/mediaJobs.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { tellProgress } from '#server/services/media/jobs/tellProgress.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/** Waiting jobs whose place is told at once when it changed. */
const toldAtOnce = 50;

type Means = Pick<Platform, 'config' | 'database' | 'now'>;

/** Lets waiting jobs begin for which there is a slot. Returns how many. */
export async function startWaiting({ config, database, now }: Means): Promise<number> {
  const begun = await database.transaction((transaction) =>
    startJobs(transaction, config.media, now()),
  );
  for (const id of begun) await wakeStep(database.query, id);
  const waiting = await listWaitingJobs(database.query, toldAtOnce);
  const told: string[] = [];
  for (const id of [...begun, ...waiting]) {
    if (await tellProgress(database.query, id)) told.push(id);
  }
  await notifyReaders(database, told);
  return begun.length;
}
