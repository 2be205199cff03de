import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Executor } from '#server/db/connect.ts';
import { hasRelation } from '#server/db/hasRelation.ts';
import { type RowOf, parseRows } from '#server/db/rawRows.ts';

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
  const call = sql`graphile_worker.add_job(${task}, payload => ${json}::json, job_key => ${key},
    run_at => coalesce(${due?.toISOString() ?? null}::timestamptz, now()),
    max_attempts => ${maxAttempts ?? null}::integer)`;
  await executor.execute(sql`select ${certainly(call)}`);
}

/**
 * SQL: calls `add_job`, and again when it has added nothing. It does so, and returns null, when a worker takes the job
 * that has the key in the same moment; the second call sees that job taken.
 */
function certainly(call: SQL): SQL {
  return sql`coalesce((${call}).id, (${call}).id)`;
}

/** Adds a job. Without the tables of jobs no process runs any yet, and the first one that does looks for what is due. */
export async function addJobIfPossible(executor: Executor, job: NewJob): Promise<void> {
  if (await hasRelation(executor, 'graphile_worker._private_jobs')) await addJob(executor, job);
}

/** Adds a job that runs a task now, like `addJobIfPossible`. */
export async function enqueueTask(executor: Executor, task: string): Promise<void> {
  await addJobIfPossible(executor, { task, key: task });
}

/** SQL: adds a job whose key is its task. For statements that add one for each of their rows. */
export function addJobCall(task: SQL, due: SQL): SQL {
  return certainly(sql`graphile_worker.add_job(${task}, job_key => ${task}, run_at => ${due})`);
}

const waitingJobs = {
  jobs: z.number(),
  task: z.nullable(z.string()),
  /** Minutes for which the oldest has been due. */
  minutes: z.nullable(z.number()),
};
export type WaitingJobs = RowOf<typeof waitingJobs>;

/**
 * Reads the jobs that nobody has taken although they are due for more than some minutes, by the clock of the database as
 * for all jobs. Jobs of sites that no server has served for an hour do not count.
 */
export async function readWaitingJobs(executor: Executor, minutes: number): Promise<WaitingJobs> {
  const { rows } = await executor.execute(sql`
    select count(*)::int as jobs, (array_agg(task_identifier order by run_at))[1] as task,
      floor(extract(epoch from now() - min(run_at)) / 60)::float8 as minutes
    from graphile_worker.jobs job
    where run_at < now() - make_interval(mins => ${minutes}) and locked_at is null and attempts < max_attempts
      and not exists (select from publishing_site site where job.task_identifier = 'publish_site/' || site.id
        and site.seen < now() - interval '1 hour')`);
  const [found] = parseRows(waitingJobs, rows);
  return found ?? { jobs: 0, task: null, minutes: null };
}

/** Returns when a task of the crontab was started last; `undefined` if no process has run jobs yet. */
export async function readLastRun(executor: Executor, task: string): Promise<Date | undefined> {
  if (!(await hasRelation(executor, 'graphile_worker._private_known_crontabs'))) return undefined;
  const { rows } = await executor.execute(sql`
    select to_json(last_execution) as time from graphile_worker._private_known_crontabs where identifier = ${task}`);
  const [found] = parseRows({ time: z.nullable(z.string()) }, rows);
  return found?.time ? new Date(found.time) : undefined;
}
