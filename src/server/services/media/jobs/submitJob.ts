import { nextStepOf, pollPause } from '#domain/mediaJob.ts';
import {
  MediaFailure,
  type MediaOrder,
  type MediaProvider,
  type Submission,
} from '#server/gateways/media/mediaProvider.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import {
  type Leased,
  changeLeased,
  endLease,
  isStopRequested,
} from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { orderOf } from '#server/services/media/jobs/orderOf.ts';
import { storeResult } from '#server/services/media/jobs/storeResult.ts';
import { tellProgress } from '#server/services/media/jobs/tellProgress.ts';

/** Seconds that a provider may take to accept an order, or to make it at once. */
const submitSeconds = 280;

/** How often an order is sent that a provider is too busy to take. */
const triesAtMost = 5;

type Asked = { provider: MediaProvider; signal: AbortSignal };

/**
 * Gives an order to its provider, once: that it is tried is stored before. Where the outcome is unclear, because the
 * connection broke or the process ended, the order is looked for at the provider; it is sent again only where that
 * cannot make it twice. Else the job fails and an operator is told that it may have cost something.
 */
export async function submitJob(
  means: MediaMeans,
  leased: Leased,
  { provider, signal: lost }: Asked,
): Promise<Date | undefined> {
  const { job } = leased;
  const order = orderOf(means.config, job);
  const signal = AbortSignal.any([lost, AbortSignal.timeout(submitSeconds * 1_000)]);
  if (job.submitTried && !provider.isIdempotent) return findAgain(means, leased, provider, order);
  const tried = { submitTried: means.now(), submits: job.submits + 1 };
  if (!(await changeLeased(means.database.query, leased, tried))) return undefined;
  const now = { ...leased, job: { ...job, ...tried } };
  try {
    return await accept(means, now, await provider.submit(order, signal), lost);
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error;
    if (error.kind === 'unclear') return findAgain(means, now, provider, order);
    if (error.kind === 'busy' && now.job.submits < triesAtMost) return tryLater(means, now);
    return closeJob(means, now, { event: 'failed', reason: error.reason });
  }
}

async function accept(
  means: MediaMeans,
  leased: Leased,
  submission: Submission,
  lost: AbortSignal,
): Promise<Date | undefined> {
  if (submission.state === 'finished') return storeResult(means, leased, submission.files, lost);
  const { query } = means.database;
  const now = means.now();
  const nextStep = nextStepOf(leased.job, now, pollPause(0, Math.random()));
  const { ticket } = submission;
  await endLease(query, leased, { ticket, submitted: now, state: 'submitted', nextStep });
  const { answerId } = leased.job;
  if (await tellProgress(query, answerId)) await notifyReaders(means.database, [answerId]);
  return nextStep;
}

async function findAgain(
  means: MediaMeans,
  leased: Leased,
  provider: MediaProvider,
  order: MediaOrder,
): Promise<Date | undefined> {
  const signal = AbortSignal.timeout(30_000);
  const ticket = await provider.find?.(order, signal).catch(() => undefined);
  if (ticket) return accept(means, leased, { state: 'accepted', ticket }, signal);
  if (provider.isIdempotent && leased.job.submits < triesAtMost) return tryLater(means, leased);
  const { answerId, provider: name } = leased.job;
  means.log.error(
    { alarm: 'media_unclear', answer: answerId, provider: name },
    'nobody knows whether a provider took an order',
  );
  const isStopped = await isStopRequested(means.database.query, answerId);
  return closeJob(means, leased, {
    ...(isStopped
      ? { event: 'stopped', reason: 'stopped_before_output' }
      : { event: 'failed', reason: 'outcome_unknown' }),
    maybeCharged: true,
  });
}

/** Nothing was begun: the next try is a first one. */
async function tryLater(means: MediaMeans, leased: Leased): Promise<Date> {
  const pause = pollPause(2 * leased.job.submits, Math.random());
  const nextStep = nextStepOf(leased.job, means.now(), pause);
  await endLease(means.database.query, leased, { submitTried: null, nextStep });
  return nextStep;
}
