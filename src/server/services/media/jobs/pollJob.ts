import { mediaLane } from '#domain/models/providers.ts';
import { type MediaTicket, nextStepOf, pollPause } from '#domain/media/mediaJob.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import {
  MediaFailure,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { notifyReaders } from '#server/services/answers/follow/notifyReaders.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import { type LeasedJob, endLease } from '#server/services/media/jobs/lease.ts';
import { orderOf } from '#server/services/media/jobs/orderOf.ts';
import { storeResult } from '#server/services/media/jobs/storeResult.ts';
import { storeProgress } from '#server/services/media/jobs/storeProgress.ts';

const pollSeconds = 30;
const stateCharacters = 80;

/** How often in a row a provider may refuse a poll: it may not have a new job yet. */
const refusalsAtMost = 5;

type ProviderCall = { provider: MediaProvider; ticket: MediaTicket; signal: AbortSignal };

/** Polls the provider of a job and handles its report. Returns the time of the next step, if any. */
export async function pollJob(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  { provider, ticket, signal: stepSignal }: ProviderCall,
): Promise<Date | undefined> {
  const order = orderOf(platform.config, leased.job);
  const signal = AbortSignal.any([stepSignal, AbortSignal.timeout(pollSeconds * 1_000)]);
  try {
    return await apply(platform, leased, await provider.poll(ticket, order, signal), stepSignal);
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error;
    if (error.account)
      (await platform.accounts.begin(mediaLane(leased.job.provider)))?.(error.account);
    const failures = leased.job.failures + 1;
    if (error.kind === 'refused' && (error.reason === 'filtered' || failures >= refusalsAtMost)) {
      const maybeCharged = error.reason !== 'filtered';
      return closeJob(platform, leased, {
        event: 'failed',
        reason: error.reason,
        maybeCharged,
      });
    }
    // The provider is unreachable: the deadline ends the job, not a number of retries.
    return pollLater(platform, leased, { failures });
  }
}

async function apply(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  report: MediaReport,
  stepSignal: AbortSignal,
): Promise<Date | undefined> {
  const { job } = leased;
  const providerState = report.word.slice(0, stateCharacters);
  switch (report.state) {
    case 'running': {
      const state = job.state === 'expired' ? 'expired' : 'running';
      const percent = report.percent ?? job.percent;
      const next = await pollLater(platform, leased, {
        state,
        providerState,
        percent,
        failures: 0,
      });
      const isNew = await storeProgress(platform.database.query, job.answerId);
      if (isNew) await notifyReaders(platform.database, [job.answerId]);
      return next;
    }
    case 'finished':
      return storeResult(platform, leased, report.files, stepSignal, providerState);
    case 'failed':
      return closeJob(platform, leased, {
        event: 'failed',
        reason: report.reason,
        providerState,
      });
    case 'expired':
      // The provider no longer has the job and may have charged for it.
      return closeJob(platform, leased, {
        event: job.state === 'expired' ? 'failed' : 'deadline',
        reason: 'deadline_passed',
        providerState,
        maybeCharged: true,
        isForgotten: true,
      });
  }
}

async function pollLater(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  change: Partial<LeasedJob['job']>,
): Promise<Date> {
  const { polls } = leased.job;
  const nextStep = nextStepOf(leased.job, platform.now(), pollPause(polls, Math.random()));
  await endLease(platform.database.query, leased, { ...change, polls: polls + 1, nextStep });
  return nextStep;
}
