import type { FailureReason } from '#contract/chat.ts';
import { type JobEvent, changeOf, isOpen } from '#domain/mediaJob.ts';
import { mediaCostOf } from '#domain/upstreamPrices.ts';
import { type Ending, finishAnswer } from '#server/services/chat/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { type Leased, changeLeased, endLease } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';

/** Another process has the job: what it does counts. */
class LeaseLost extends Error {}

export type Closing = {
  event: Exclude<JobEvent, 'finished' | 'accepted' | 'progressed'>;
  reason: FailureReason;
  providerState?: string;
  /** Whether the provider may have taken money for it. */
  maybeCharged?: boolean;
  /** Whether the provider knows nothing of it any more, so that no result can come late. */
  isForgotten?: boolean;
};

/**
 * Ends a job without a result, with its answer and its hold, in one transaction; whoever claims the answer first, wins.
 * One that ran out of time is asked about for a while: a result that comes late is delivered for nothing.
 */
export async function closeJob(
  means: MediaMeans,
  leased: Leased,
  closing: Closing,
): Promise<Date | undefined> {
  const { job } = leased;
  const { event, reason, providerState, maybeCharged = false, isForgotten = false } = closing;
  const change = changeOf(job.state, event);
  const now = means.now();
  const mayCome = event === 'deadline' && job.ticket !== null && !isForgotten;
  const nextStep = mayCome ? now : null;
  if (!change) {
    await endLease(means.database.query, leased, { nextStep: null });
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
    await endLease(means.database.query, leased, ended);
    return undefined;
  }
  const ending: Ending = {
    answerId: job.answerId,
    ownerId: mediaOwnerId,
    outcome: {
      state: event === 'stopped' ? 'stopped' : 'failed',
      reason,
      charged: false,
      truncated: false,
      upstream: `${job.provider}/${job.upstream}`,
      cost: maybeCharged ? mediaCostOf(job, job.options) : 0,
    },
    events: [],
    text: '',
    asked: job.started ?? undefined,
    now,
    within: async (transaction) => {
      if (!(await changeLeased(transaction, leased, ended))) throw new LeaseLost();
    },
  };
  if (!(await finishLeased(means, leased, ending))) return undefined;
  return nextStep ?? undefined;
}

/** Returns whether this call ended the answer. */
async function finishLeased(means: MediaMeans, leased: Leased, ending: Ending): Promise<boolean> {
  try {
    const end = await finishAnswer(means.database, ending);
    if (end) await notifyReaders(means.database, [leased.job.answerId]);
    // Somebody else closed it, which only an older version could do: nothing is left to do here.
    else await endLease(means.database.query, leased, { nextStep: null });
    return end !== undefined;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
}
