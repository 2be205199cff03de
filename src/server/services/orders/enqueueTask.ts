import type { Executor } from '#server/db/connect.ts';
import { addJobIfPossible } from '#server/db/jobs.ts';

/** The task that applies messages of providers. */
export const eventsTask = 'apply_payment_events';

/** The task that asks providers for refunds which were just stored. */
export const refundsTask = 'ask_refunds';

/** The task that settles and acknowledges withdrawals. */
export const withdrawalsTask = 'settle_withdrawals';

/** The task that applies cancellations and mails their receipts. */
export const cancellationsTask = 'apply_cancellations';

/** Runs a task soon. Without tables of jobs, no process runs tasks yet: the first one that does looks by itself. */
export async function wakeTask(executor: Executor, task: string): Promise<void> {
  await addJobIfPossible(executor, { task, key: task });
}
