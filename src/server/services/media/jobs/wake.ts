import type { Executor } from '#server/db/connect.ts';
import { addJobIfPossible } from '#server/db/jobs.ts';
import { enqueueTask } from '#server/services/orders/enqueueTask.ts';

/** The task that lets waiting jobs begin whose turn it is. */
export const startTask = 'start_media';

/** The task that takes the next step of one job. */
export const stepTask = 'step_media';

/** Lets jobs begin. Never part of a transaction that changes credits: graphile-worker notifies. */
export async function wakeWaiting(executor: Executor): Promise<void> {
  await enqueueTask(executor, startTask);
}

/** Has the next step of a job taken at a time, or at once. A step that is waiting already is moved. */
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
