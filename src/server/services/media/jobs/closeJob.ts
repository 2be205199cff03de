import type { FailureReason } from '#contract/chat.ts';
import { type JobEvent, changeOf, isOpen } from '#domain/mediaJob.ts';
import { mediaCostOf } from '#domain/upstreamPrices.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaJob } from '#server/db/schema/mediaJobs.ts';
import { finishAnswer } from '#server/services/chat/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { type Leased, endLease } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { eq } from 'drizzle-orm';

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
  const store = (executor: Executor) =>
    executor.update(mediaJob).set(ended).where(eq(mediaJob.answerId, job.answerId));
  if (!isOpen(job.state)) {
    await endLease(means.database.query, leased, ended);
    return undefined;
  }
  const end = await finishAnswer(means.database, {
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
      await store(transaction);
    },
  });
  if (end) await notifyReaders(means.database, [job.answerId]);
  // Somebody else closed it, which only an older version could do: nothing is left to do here.
  else await endLease(means.database.query, leased, { nextStep: null });
  return nextStep ?? undefined;
}
