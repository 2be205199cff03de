import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/*
 * Jobs of graphile-worker, whose tables and functions are its own. Adding a job sends a notification: a transaction that
 * changes credits must not do it.
 */

export type NewJob = {
  task: string;
  /** Of the jobs with a key one waits: another one replaces it. */
  key: string;
  payload?: Readonly<Record<string, unknown>>;
  /** When it runs; without it, at once. */
  due?: Date | undefined;
  maxAttempts?: number;
};

export async function addJob(
  executor: Executor,
  { task, key, payload, due, maxAttempts }: NewJob,
): Promise<void> {
  const json = payload === undefined ? null : JSON.stringify(payload);
  await executor.execute(
    sql`select graphile_worker.add_job(${task}, payload => ${json}::json, job_key => ${key},
      run_at => coalesce(${due?.toISOString() ?? null}::timestamptz, now()),
      max_attempts => ${maxAttempts ?? null}::integer)`,
  );
}

/** Adds a job. Without the tables of jobs no process runs any yet, and the first one that does looks for what is due. */
export async function addJobIfPossible(executor: Executor, job: NewJob): Promise<void> {
  const { rowCount } = await executor.execute(
    sql`select where to_regclass('graphile_worker._private_jobs') is not null`,
  );
  if (rowCount === 1) await addJob(executor, job);
}

/** Adds a job that runs a task now, like `addJobIfPossible`. */
export async function enqueueTask(executor: Executor, task: string): Promise<void> {
  await addJobIfPossible(executor, { task, key: task });
}

/** SQL: adds a job whose key is its task. For statements that add one for each of their rows. */
export function addJobCall(task: SQL, due: SQL): SQL {
  return sql`graphile_worker.add_job(${task}, job_key => ${task}, run_at => ${due})`;
}
