import { mediaLane } from '#domain/models/providers.ts';
import { nextStepOf, pollPause } from '#domain/media/mediaJob.ts';
import type { FailureReason } from '#contract/chat/chat.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import {
  MediaFailure,
  type MediaOrder,
  type MediaProvider,
  type Submission,
} from '#server/gateways/media/mediaProvider.ts';
import { isOverCap } from '#server/services/costs/spending.ts';
import { notifyReaders } from '#server/services/answers/follow/notifyReaders.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import {
  type LeasedJob,
  changeLeased,
  endLease,
  isStopRequested,
} from '#server/services/media/jobs/lease.ts';
import { jobCost } from '#server/services/media/jobs/jobCost.ts';
import { orderOf } from '#server/services/media/jobs/orderOf.ts';
import { storeResult } from '#server/services/media/jobs/storeResult.ts';
import { storeProgress } from '#server/services/media/jobs/storeProgress.ts';

/** Timeout for accepting an order, or for completing it immediately. */
const submitSeconds = 280;

/** How often an order is sent to a busy provider. */
const triesAtMost = 5;

type ProviderCall = { provider: MediaProvider; signal: AbortSignal };

/**
 * Submits an order to its provider once: the attempt is stored before. If the outcome is unclear, because the
 * connection broke or the process ended, the order is searched at the provider; it is sent again only if that cannot
 * create it twice. Else the job fails, and an operator is alerted that it may have been charged. Returns the time of
 * the next step, if any.
 */
export async function submitJob(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  { provider, signal: stepSignal }: ProviderCall,
): Promise<Date | undefined> {
  const { job } = leased;
  const order = orderOf(platform.config, job);
  const signal = AbortSignal.any([stepSignal, AbortSignal.timeout(submitSeconds * 1_000)]);
  if (job.submitTried && !provider.isIdempotent)
    return findOrder(platform, leased, provider, order);
  // Again, because the job may have waited while others reached the cap of the provider.
  const { query } = platform.database;
  const spending = { provider: job.provider, cost: jobCost(job) };
  if (!job.submitTried && (await isOverCap(query, spending, platform.now())))
    return closeJob(platform, leased, { event: 'failed', reason: 'provider_resting' });
  const endRequest = await platform.accounts.begin(mediaLane(job.provider), { user: job.userId });
  if (!endRequest)
    return closeJob(platform, leased, {
      event: 'failed',
      reason: closedReason(platform, job.provider),
    });
  const tried = { submitTried: platform.now(), submits: job.submits + 1 };
  if (!(await changeLeased(query, leased, tried))) return undefined;
  const current = { ...leased, job: { ...job, ...tried } };
  try {
    const submission = await provider.submit(order, signal);
    endRequest('served');
    return await accept(platform, current, submission, stepSignal);
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error;
    endRequest(error.account ?? (error.kind === 'refused' ? undefined : 'failed'));
    if (error.kind === 'unclear') return findOrder(platform, current, provider, order);
    if (error.kind === 'busy' && current.job.submits < triesAtMost)
      return submitLater(platform, current);
    return closeJob(platform, current, { event: 'failed', reason: error.reason });
  }
}

async function accept(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  submission: Submission,
  stepSignal: AbortSignal,
): Promise<Date | undefined> {
  if (submission.state === 'finished')
    return storeResult(platform, leased, submission.files, stepSignal);
  const { query } = platform.database;
  const now = platform.now();
  const nextStep = nextStepOf(leased.job, now, pollPause(0, Math.random()));
  const { ticket } = submission;
  await endLease(query, leased, { ticket, submitted: now, state: 'submitted', nextStep });
  const { answerId } = leased.job;
  if (await storeProgress(query, answerId)) await notifyReaders(platform.database, [answerId]);
  return nextStep;
}

function closedReason({ accounts }: MediaJobPlatform, provider: string): FailureReason {
  return accounts.problemOf(mediaLane(provider)) === 'failing'
    ? 'upstream_busy'
    : 'upstream_unauthorised';
}

async function findOrder(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  provider: MediaProvider,
  order: MediaOrder,
): Promise<Date | undefined> {
  const signal = AbortSignal.timeout(30_000);
  const ticket = await provider.find?.(order, signal).catch(() => undefined);
  if (ticket) return accept(platform, leased, { state: 'accepted', ticket }, signal);
  if (provider.isIdempotent && leased.job.submits < triesAtMost)
    return submitLater(platform, leased);
  const { answerId, provider: name } = leased.job;
  platform.log.warn(
    { alarm: 'media_unclear', answer: answerId, provider: name },
    'an order may have been accepted: check at the provider',
  );
  const isStopped = await isStopRequested(platform.database.query, answerId);
  return closeJob(platform, leased, {
    ...(isStopped
      ? { event: 'stopped', reason: 'stopped_before_output' }
      : { event: 'failed', reason: 'outcome_unknown' }),
    maybeCharged: true,
  });
}

/** Schedules another attempt. The provider has not accepted the order, so sending it again cannot create a second one. */
async function submitLater(platform: MediaJobPlatform, leased: LeasedJob): Promise<Date> {
  const pause = pollPause(2 * leased.job.submits, Math.random());
  const nextStep = nextStepOf(leased.job, platform.now(), pause);
  await endLease(platform.database.query, leased, { submitTried: null, nextStep });
  return nextStep;
}
