import type { MediaJobPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { runWorker } from '#server/jobs/runWorker.ts';
import { startWaiting } from '#server/services/media/jobs/startWaiting.ts';
import { stepJob } from '#server/services/media/jobs/stepJob.ts';
import { sweepJobs } from '#server/services/media/jobs/sweepJobs.ts';
import { startTask, stepTask } from '#server/services/media/jobs/wake.ts';

/** Interval of looking for due jobs without a task, for example after a process was killed. */
const sweepMilliseconds = 5_000;

/** Concurrent steps in this process. A step waits for its provider most of the time. */
const stepsAtOnce = 24;

export type MediaJobs = { stop(): Promise<void> };

/**
 * Makes pictures, music and videos in this process; any number of processes share the work. They have their own
 * graphile-worker runner, so that steps that wait for providers do not delay other jobs.
 */
export async function startMediaJobs(
  platform: MediaJobPlatform,
  signal?: AbortSignal,
): Promise<MediaJobs> {
  const { database, log } = platform;
  const taskList = {
    [startTask]: async () => {
      await startWaiting(platform);
    },
    [stepTask]: (payload: unknown) => stepJob(platform, idOf(payload)),
  };
  const options = { pgPool: database.sessionPool, taskList, concurrency: stepsAtOnce };
  const worker = await runWorker(options, log, signal);
  const sweep = () =>
    sweepJobs(platform).catch((error: unknown) => {
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
