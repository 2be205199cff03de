import { mediaLateSeconds } from '#domain/media/media.ts';
import { isOpen, nextStepOf } from '#domain/media/mediaJob.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import type { MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import {
  type JobRow,
  type LeasedJob,
  endLease,
  leaseJob,
  withLease,
} from '#server/services/media/jobs/lease.ts';
import { pollJob } from '#server/services/media/jobs/pollJob.ts';
import { submitJob } from '#server/services/media/jobs/submitJob.ts';
import { wakeStep, wakeWaiting } from '#server/services/media/jobs/wake.ts';

/** Delay before a step is retried that failed on our side, in milliseconds. */
const failedPause = 3_000;

/**
 * Runs the next step of a job: submits it to its provider, polls it, stores its result, or ends it. Several processes
 * may try at the same time and end at any moment; one of them has the lease.
 */
export async function stepJob(platform: MediaJobPlatform, answerId: string): Promise<void> {
  const { database, log } = platform;
  const leased = await leaseJob(database.query, answerId);
  if (!leased) return;
  try {
    const next = await withLease(database.query, leased, (signal) =>
      step(platform, leased, signal),
    );
    if (next) await wakeStep(database.query, answerId, next);
    else await wakeWaiting(database.query);
  } catch (error) {
    log.error({ answer: answerId, error: redactedError(error) }, 'a step of a job failed');
    const nextStep = nextStepOf(leased.job, platform.now(), failedPause);
    await endLease(database.query, leased, { nextStep });
  }
}

/** Returns the time of the next step; `undefined` after the last one. */
async function step(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  stepSignal: AbortSignal,
): Promise<Date | undefined> {
  const { job, stopRequested } = leased;
  const now = platform.now();
  const provider = platform.mediaProviders.provider(job.provider);
  const isDue = now >= job.deadline;
  if (isOpen(job.state) && (isDue || stopRequested)) {
    return end(platform, leased, provider, isDue && !stopRequested);
  }
  if (job.state === 'expired' && now.getTime() > lateEnd(job.deadline)) {
    await endLease(platform.database.query, leased, { nextStep: null });
    return undefined;
  }
  if (!provider) return closeJob(platform, leased, { event: 'failed', reason: 'upstream_refused' });
  if (job.state === 'queued' && job.started === null) {
    await endLease(platform.database.query, leased, { nextStep: job.deadline });
    return job.deadline;
  }
  const signal = AbortSignal.any([stepSignal, AbortSignal.timeout(timeLeft(job, now))]);
  return job.ticket
    ? pollJob(platform, leased, { provider, ticket: job.ticket, signal })
    : submitJob(platform, leased, { provider, signal });
}

/** Returns the milliseconds until a job must end, so that a slow provider cannot keep it open. */
function timeLeft({ state, deadline }: JobRow, now: Date): number {
  const end = isOpen(state) ? deadline.getTime() : lateEnd(deadline);
  return Math.max(0, end - now.getTime());
}

function lateEnd(deadline: Date): number {
  return deadline.getTime() + mediaLateSeconds * 1_000;
}

/** Ends an open job because its deadline has passed or its user stopped it. */
async function end(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  provider: MediaProvider | undefined,
  isOverdue: boolean,
): Promise<Date | undefined> {
  const { job } = leased;
  const isUnclear = job.submitTried !== null && job.ticket === null;
  if (isOverdue) {
    const reason = isUnclear ? 'outcome_unknown' : 'deadline_passed';
    return closeJob(platform, leased, { event: 'deadline', reason, maybeCharged: isUnclear });
  }
  // If the provider cannot stop the job, it continues there and is ignored here.
  if (job.ticket) {
    await provider?.cancel?.(job.ticket, AbortSignal.timeout(10_000)).catch(() => undefined);
  }
  const reason = job.started === null ? 'cancelled' : 'stopped_before_output';
  return closeJob(platform, leased, { event: 'stopped', reason, maybeCharged: isUnclear });
}
