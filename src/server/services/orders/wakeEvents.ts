import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** The task that applies messages of providers. */
export const eventsTask = 'apply_payment_events';

/** Has the task run at `due`. Without tables of jobs, no process runs tasks yet: the first one that does looks by itself. */
export async function wakeEvents(executor: Executor, due: SQL): Promise<void> {
  const { rows } = await executor.execute<{ jobs: string | null }>(
    sql`select to_regclass('graphile_worker._private_jobs')::text as jobs`,
  );
  if (!rows[0]?.jobs) return;
  await executor.execute(
    sql`select graphile_worker.add_job(${eventsTask}, job_key => ${eventsTask}, run_at => ${due})`,
  );
}
