import { randomUUID } from 'node:crypto';
import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { answer } from '#server/db/schema/chat.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';

/** Seconds for which nobody else takes a step of a job whose process has gone silent. */
const leaseSeconds = 15;

const renewMilliseconds = 5_000;

const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

export type JobRow = typeof mediaJob.$inferSelect;

export type Leased = { job: JobRow; leaseId: string; stopRequested: boolean };

type JobChange = Omit<Partial<typeof mediaJob.$inferInsert>, 'leaseEnds'> & {
  leaseEnds?: Date | SQL | null;
};

/** Takes a job for one step. `undefined` while another process has it, and once nothing is to be done any more. */
export async function leaseJob(query: Executor, answerId: string): Promise<Leased | undefined> {
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

/** Whether the user wishes that an answer ends. */
export async function isStopRequested(query: Executor, answerId: string): Promise<boolean> {
  const [found] = await query
    .select({ stopRequested: answer.stopRequested })
    .from(answer)
    .where(eq(answer.id, answerId));
  return found?.stopRequested ?? false;
}

/** Changes a job that this process has. Returns whether it still has it. */
export async function changeLeased(
  query: Executor,
  { job, leaseId }: Leased,
  change: JobChange,
): Promise<boolean> {
  const changed = await query
    .update(mediaJob)
    .set(change)
    .where(and(eq(mediaJob.answerId, job.answerId), eq(mediaJob.leaseId, leaseId)))
    .returning({ id: mediaJob.answerId });
  return changed.length > 0;
}

/** Lets others take the next step, at `nextStep`; never when it is `null`. */
export function endLease(
  query: Executor,
  leased: Leased,
  change: JobChange & { nextStep: Date | null },
): Promise<boolean> {
  return changeLeased(query, leased, { ...change, leaseId: null, leaseEnds: null });
}

/** Keeps a job while `work` runs; its signal aborts when somebody else took the job, or its user stops it. */
export async function whileLeased<Result>(
  query: Executor,
  leased: Leased,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const renew = async () => {
    const isKept = await changeLeased(query, leased, { leaseEnds: leaseEnd });
    if (!isKept) ended.abort(new Error('Another process took the job'));
    else if (!leased.stopRequested && (await isStopRequested(query, leased.job.answerId))) {
      ended.abort(new Error('The job was stopped'));
    }
  };
  // While the database is away, the lease may outlive that, and each change checks it.
  const timer = setInterval(() => void renew().catch(() => undefined), renewMilliseconds);
  try {
    return await work(ended.signal);
  } finally {
    clearInterval(timer);
  }
}
