import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { answer } from '#server/db/schema/chat.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';

/** Seconds after which another process may take a job whose process does not renew its lease. */
const leaseSeconds = 15;

const renewMilliseconds = 5_000;

const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

export type JobRow = typeof mediaJob.$inferSelect;

export type LeasedJob = { job: JobRow; leaseId: string; stopRequested: boolean };

type JobChange = Omit<Partial<typeof mediaJob.$inferInsert>, 'leaseEnds'> & {
  leaseEnds?: Date | SQL | null;
};

/** Leases a job for one step. Returns `undefined` while another process has it, and when no step is due any more. */
export async function leaseJob(query: Executor, answerId: string): Promise<LeasedJob | undefined> {
  const leaseId = randomUUID();
  const [job] = await query
    .update(mediaJob)
    .set({ leaseId, leaseEnds: leaseEnd })
    .where(
      and(
        eq(mediaJob.answerId, answerId),
        sql`${mediaJob.nextStep} is not null`,
        sql`(${mediaJob.leaseEnds} is null or ${mediaJob.leaseEnds} < now())`,
      ),
    )
    .returning();
  if (!job) return undefined;
  return { job, leaseId, stopRequested: await isStopRequested(query, answerId) };
}

export async function isStopRequested(query: Executor, answerId: string): Promise<boolean> {
  const [found] = await query
    .select({ stopRequested: answer.stopRequested })
    .from(answer)
    .where(eq(answer.id, answerId));
  return found?.stopRequested ?? false;
}

/** Changes a job if this process still has its lease. Returns whether it has. */
export async function changeLeased(
  query: Executor,
  { job, leaseId }: LeasedJob,
  change: JobChange,
): Promise<boolean> {
  const changed = await query
    .update(mediaJob)
    .set(change)
    .where(and(eq(mediaJob.answerId, job.answerId), eq(mediaJob.leaseId, leaseId)))
    .returning({ id: mediaJob.answerId });
  return changed.length > 0;
}

/** Ends the lease; `nextStep` is the time of the next step, `null` for none. */
export function endLease(
  query: Executor,
  leased: LeasedJob,
  change: JobChange & { nextStep: Date | null },
): Promise<boolean> {
  return changeLeased(query, leased, { ...change, leaseId: null, leaseEnds: null });
}

/** Renews the lease while `work` runs. The signal aborts when the lease is lost, or its user stops the job. */
export async function withLease<Result>(
  query: Executor,
  leased: LeasedJob,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const renew = async () => {
    const hasLease = await changeLeased(query, leased, { leaseEnds: leaseEnd });
    if (!hasLease) ended.abort(new Error('Another process took the job'));
    else if (!leased.stopRequested && (await isStopRequested(query, leased.job.answerId))) {
      ended.abort(new Error('The job was stopped'));
    }
  };
  // Errors are ignored: the lease may outlive a failure of the database, and each change checks it.
  const timer = setInterval(() => void renew().catch(() => undefined), renewMilliseconds);
  try {
    return await work(ended.signal);
  } finally {
    clearInterval(timer);
  }
}
