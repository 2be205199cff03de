import { and, asc, eq } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { AppError } from '#server/errors.ts';
import { reasonLine } from '#server/inputChecks.ts';
import { jobCost } from '#server/services/media/jobs/jobCost.ts';
import { writeAudit } from '#server/services/operation/audit.ts';

/** A job that its provider may have charged, although its user got nothing. */
export type UnclearJob = {
  /** The id of the answer, which identifies the job. */
  id: string;
  userId: string;
  model: string;
  /** `provider/model`. */
  upstream: string;
  tried: Date | null;
  reason: string | null;
  /** The provider's id of the order, if it gave one. */
  ticket: string | null;
  /** Its cost in micro-USD; `null` without a known price. */
  cost: number | null;
};

/** Lists unclear jobs, the oldest first. */
export async function listUnclearJobs(
  { database: { query } }: CorePlatform,
  limit: number,
): Promise<UnclearJob[]> {
  const jobs = await query
    .select()
    .from(mediaJob)
    .where(eq(mediaJob.maybeCharged, true))
    .orderBy(asc(mediaJob.created))
    .limit(limit);
  return jobs.map((job) => ({
    id: job.answerId,
    userId: job.userId,
    model: job.model,
    upstream: `${job.provider}/${job.upstream}`,
    tried: job.submitTried,
    reason: job.reason,
    ticket: job.ticket?.id ?? null,
    cost: jobCost(job) ?? null,
  }));
}

/**
 * Resolves an unclear job after an operator checked it at the provider. Throws `invalid_input` without a reason, and
 * `conflict` for a job that is not unclear.
 */
export async function resolveJob(
  { database }: CorePlatform,
  id: string,
  reason: string,
): Promise<void> {
  const why = reasonLine(reason);
  await database.transaction(async (transaction) => {
    const [resolved] = await transaction
      .update(mediaJob)
      .set({ maybeCharged: false })
      .where(and(eq(mediaJob.answerId, id), eq(mediaJob.maybeCharged, true)))
      .returning();
    if (!resolved) throw new AppError('conflict', `No job ${id} is unclear: dolores media list`);
    const { provider, upstream, submitTried } = resolved;
    const cost = jobCost(resolved) ?? null;
    const details = { upstream: `${provider}/${upstream}`, tried: submitTried, cost, reason: why };
    await writeAudit(transaction, 'media.resolve', id, details);
  });
}
