import type { FailureReason } from '#contract/chat/chat.ts';
import { type JobEvent, changeOf, isOpen } from '#domain/media/mediaJob.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import { type Ending, finishAnswer } from '#server/services/answers/close/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { notifyEnd } from '#server/services/answers/follow/notifyReaders.ts';
import { jobCost } from '#server/services/media/jobs/jobCost.ts';
import { logMedia } from '#server/services/media/jobs/logMedia.ts';
import { type LeasedJob, changeLeased, endLease } from '#server/services/media/jobs/lease.ts';

/** Thrown when another process has taken the lease of the job. */
class LeaseLost extends Error {}

export type Closing = {
  event: Exclude<JobEvent, 'finished' | 'accepted' | 'progressed'>;
  reason: FailureReason;
  providerState?: string;
  maybeCharged?: boolean;
  /** Whether the provider no longer has the job, so that no result can arrive late. */
  isForgotten?: boolean;
};

/**
 * Ends a job without a result, together with its answer and its hold, in one transaction; the first process that claims
 * the answer wins. A job that exceeded its deadline is polled for some time: a late result is delivered without charge.
 * Returns the time of the next step, if any.
 */
export async function closeJob(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  closing: Closing,
): Promise<Date | undefined> {
  const { job } = leased;
  const { event, reason, providerState, maybeCharged = false, isForgotten = false } = closing;
  const change = changeOf(job.state, event);
  const now = platform.now();
  const mayArriveLate = event === 'deadline' && job.ticket !== null && !isForgotten;
  const nextStep = mayArriveLate ? now : null;
  if (!change) {
    await endLease(platform.database.query, leased, { nextStep: null });
    return undefined;
  }
  const ended = {
    state: change.state,
    ...(providerState !== undefined && { providerState }),
    reason: isOpen(job.state) ? reason : job.reason,
    maybeCharged: job.maybeCharged || maybeCharged,
    nextStep,
    leaseId: null,
    leaseEnds: null,
    ended: now,
  };
  if (!isOpen(job.state)) {
    await endLease(platform.database.query, leased, ended);
    return undefined;
  }
  // A provider that accepted the order continues after a stop or the deadline, and takes its price. It takes nothing
  // for a failed one.
  const isPaid = maybeCharged || (event !== 'failed' && job.ticket !== null);
  const ending: Ending = {
    answerId: job.answerId,
    ownerId: mediaOwnerId,
    outcome: {
      state: event === 'stopped' ? 'stopped' : 'failed',
      reason,
      charged: false,
      truncated: false,
      upstream: `${job.provider}/${job.upstream}`,
      cost: isPaid ? jobCost(job) : 0,
    },
    events: [],
    text: '',
    asked: job.started ?? undefined,
    now,
    inTransaction: async (transaction) => {
      if (!(await changeLeased(transaction, leased, ended))) throw new LeaseLost();
    },
  };
  if (!(await finishLeased(platform, leased, ending))) return undefined;
  return nextStep ?? undefined;
}

/** Finishes the answer. Returns whether this call did it. */
async function finishLeased(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  ending: Ending,
): Promise<boolean> {
  try {
    const end = await finishAnswer(platform.database, ending);
    if (end) {
      logMedia(platform, leased.job, end);
      const { state, reason } = end;
      platform.metrics.countAnswer({ model: leased.job.model, state, reason });
      await notifyEnd(platform, leased.job.answerId);
    } else {
      // Another call has closed the answer.
      await endLease(platform.database.query, leased, { nextStep: null });
    }
    return end !== undefined;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}
