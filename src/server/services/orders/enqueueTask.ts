import type { Executor } from '#server/db/connect.ts';
import { addJobIfPossible } from '#server/db/jobs.ts';

/** The task that applies stored webhook events of payment providers. */
export const eventsTask = 'apply_payment_events';

/** The task that asks providers for newly stored refunds. */
export const refundsTask = 'ask_refunds';

/** The task that settles withdrawals and mails their acknowledgements. */
export const withdrawalsTask = 'settle_withdrawals';

/** The task that applies cancellations and mails their receipts. */
export const cancellationsTask = 'apply_cancellations';

/**
 * Adds a job that runs a task now. Does nothing while graphile-worker has no tables: the first process that runs jobs
 * starts all tasks on its own.
 */
export async function enqueueTask(executor: Executor, task: string): Promise<void> {
  await addJobIfPossible(executor, { task, key: task });
}
