import type { Executor } from '#server/db/connect.ts';
import { addJobIfPossible, enqueueTask } from '#server/db/jobs.ts';

export const startTask = 'start_media';

export const stepTask = 'step_media';

/** Wakes the task that starts jobs. Never call it in a transaction that changes credits: graphile-worker notifies. */
export async function wakeWaiting(executor: Executor): Promise<void> {
  await enqueueTask(executor, startTask);
}

/** Schedules the next step of a job at a time, by default now. Replaces an earlier schedule. */
export async function wakeStep(executor: Executor, answerId: string, due?: Date): Promise<void> {
  const key = `${stepTask}:${answerId}`;
  await addJobIfPossible(executor, {
    task: stepTask,
    key,
    payload: { id: answerId },
    due,
    maxAttempts: 3,
  });
}
