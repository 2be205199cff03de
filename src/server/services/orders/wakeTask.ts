import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';

/** The task that applies messages of providers. */
export const eventsTask = 'apply_payment_events';

/** The task that asks providers for refunds which were just stored. */
export const refundsTask = 'ask_refunds';

/** The task that settles and acknowledges withdrawals. */
export const withdrawalsTask = 'settle_withdrawals';

/** The task that applies cancellations and mails their receipts. */
export const cancellationsTask = 'apply_cancellations';

/** Has a task run at `due`. Without tables of jobs, no process runs tasks yet: the first one that does looks by itself. */
export async function wakeTask(executor: Executor, task: string, due: SQL): Promise<void> {
  const { rows } = await executor.execute<{ jobs: string | null }>(
    sql`select to_regclass('graphile_worker._private_jobs')::text as jobs`,
  );
  if (!rows[0]?.jobs) return;
  await executor.execute(
    sql`select graphile_worker.add_job(${task}, job_key => ${task}, run_at => ${due})`,
  );
}
