import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { wakeTask } from '#server/services/orders/wakeTask.ts';

/** The task that lets waiting jobs begin whose turn it is. */
export const startTask = 'start_media';

/** The task that takes the next step of one job. */
export const stepTask = 'step_media';

/** Lets jobs begin. Never part of a transaction that changes credits: graphile-worker notifies. */
export async function wakeWaiting(executor: Executor): Promise<void> {
  await wakeTask(executor, startTask, sql`now()`);
}

/** Has the next step of a job taken at a time, or at once. A step that is waiting already is moved. */
export async function wakeStep(executor: Executor, answerId: string, due?: Date): Promise<void> {
  const { rows } = await executor.execute<{ jobs: string | null }>(
    sql`select to_regclass('graphile_worker._private_jobs')::text as jobs`,
  );
  // Without tables of jobs, no process runs any: the first one that does looks for what is due.
  if (!rows[0]?.jobs) return;
  const key = `${stepTask}:${answerId}`;
  await executor.execute(
    sql`select graphile_worker.add_job(${stepTask}, json_build_object('id', ${answerId}::text),
      job_key => ${key}, run_at => ${due?.toISOString() ?? null}::timestamptz, max_attempts => 3)`,
  );
}
