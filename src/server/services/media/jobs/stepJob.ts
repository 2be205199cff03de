import { mediaLateSeconds } from '#domain/media.ts';
import { isOpen, nextStepOf } from '#domain/mediaJob.ts';
import { redactedError } from '#server/errors.ts';
import type { MediaProvider } from '#server/gateways/media/mediaProvider.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import {
  type JobRow,
  type Leased,
  endLease,
  leaseJob,
  whileLeased,
} from '#server/services/media/jobs/lease.ts';
import { pollJob } from '#server/services/media/jobs/pollJob.ts';
import { submitJob } from '#server/services/media/jobs/submitJob.ts';
import { wakeStep, wakeWaiting } from '#server/services/media/jobs/wake.ts';

/** Milliseconds until a step is tried again that failed on our side. */
const failedPause = 3_000;

/**
 * Takes the next step of a job: begins it at its provider, asks how it stands, stores what was made, or ends it. Any
 * number of processes may try at once and end at any moment; one of them has the job.
 */
export async function stepJob(means: MediaMeans, answerId: string): Promise<void> {
  const { database, log } = means;
  const leased = await leaseJob(database.query, answerId);
  if (!leased) return;
  try {
    const next = await whileLeased(database.query, leased, (signal) => step(means, leased, signal));
    if (next) await wakeStep(database.query, answerId, next);
    else await wakeWaiting(database.query);
  } catch (error) {
    log.error({ answer: answerId, error: redactedError(error) }, 'a step of a job failed');
    const nextStep = nextStepOf(leased.job, means.now(), failedPause);
    await endLease(database.query, leased, { nextStep });
  }
}

/** Returns when the next step is due; `undefined` when there is none. */
async function step(
  means: MediaMeans,
  leased: Leased,
  lost: AbortSignal,
): Promise<Date | undefined> {
  const { job, stopRequested } = leased;
  const now = means.now();
  const provider = means.mediaProviders.provider(job.provider);
  const isDue = now >= job.deadline;
  if (isOpen(job.state) && (isDue || stopRequested)) {
    return end(means, leased, provider, isDue && !stopRequested);
  }
  if (job.state === 'expired' && now.getTime() > lateEnd(job.deadline)) {
    await endLease(means.database.query, leased, { nextStep: null });
    return undefined;
  }
  if (!provider) return closeJob(means, leased, { event: 'failed', reason: 'upstream_refused' });
  if (job.state === 'queued' && job.started === null) {
    await endLease(means.database.query, leased, { nextStep: job.deadline });
    return job.deadline;
  }
  const signal = AbortSignal.any([lost, AbortSignal.timeout(timeLeft(job, now))]);
  return job.ticket
    ? pollJob(means, leased, { provider, ticket: job.ticket, signal })
    : submitJob(means, leased, { provider, signal });
}

/** Milliseconds until a job ends whatever happens: no provider that answers slowly keeps it open for longer. */
function timeLeft({ state, deadline }: JobRow, now: Date): number {
  const end = isOpen(state) ? deadline.getTime() : lateEnd(deadline);
  return Math.max(0, end - now.getTime());
}

function lateEnd(deadline: Date): number {
  return deadline.getTime() + mediaLateSeconds * 1_000;
}

/** Ends an open job because its time is over or its user wishes so. */
async function end(
  means: MediaMeans,
  leased: Leased,
  provider: MediaProvider | undefined,
  isOverdue: boolean,
): Promise<Date | undefined> {
  const { job } = leased;
  const isUnclear = job.submitTried !== null && job.ticket === null;
  if (isOverdue) {
    const reason = isUnclear ? 'outcome_unknown' : 'deadline_passed';
    return closeJob(means, leased, { event: 'deadline', reason, maybeCharged: isUnclear });
  }
  // A job that the provider cannot stop goes on there; nothing here waits for it.
  if (job.ticket) {
    await provider?.cancel?.(job.ticket, AbortSignal.timeout(10_000)).catch(() => undefined);
  }
  const reason = job.started === null ? 'cancelled' : 'stopped_before_output';
  return closeJob(means, leased, { event: 'stopped', reason, maybeCharged: isUnclear });
}
