import { redactedError } from '#server/errors.ts';
import { runWorker } from '#server/jobs/runWorker.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import { stepJob } from '#server/services/media/jobs/stepJob.ts';
import { sweepJobs } from '#server/services/media/jobs/sweepJobs.ts';
import { startTask, stepTask } from '#server/services/media/jobs/wake.ts';

/** How often a process looks for jobs that nobody woke. */
const sweepMilliseconds = 5_000;

/** Steps at once in this process: most of the time each waits for a provider. */
const stepsAtOnce = 24;

export type MediaJobs = { stop(): Promise<void> };

/**
 * Makes pictures, music and videos in this process; any number of processes share the work. They have a runner of their
 * own: steps that wait for providers must not keep other jobs waiting.
 */
export async function startMediaJobs(means: MediaMeans): Promise<MediaJobs> {
  const { database, log } = means;
  const taskList = {
    [startTask]: async () => {
      await startWaiting(means);
    },
    [stepTask]: (payload: unknown) => stepJob(means, idOf(payload)),
  };
  const options = { pgPool: database.pool, taskList, concurrency: stepsAtOnce };
  const worker = await runWorker(options, log);
  const sweep = () =>
    sweepJobs(means).catch((error: unknown) => {
      log.warn({ error: redactedError(error) }, 'media jobs wait');
    });
  await sweep();
  const timer = setInterval(() => void sweep(), sweepMilliseconds);
  return {
    stop: async () => {
      clearInterval(timer);
      await worker.stop();
    },
  };
}

function idOf(payload: unknown): string {
  const { id } = payload as { id?: unknown };
  return typeof id === 'string' ? id : '';
}
