import { type MediaTicket, nextStepOf, pollPause } from '#domain/mediaJob.ts';
import {
  MediaFailure,
  type MediaProvider,
  type MediaReport,
} from '#server/gateways/media/mediaProvider.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import { type Leased, endLease } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { orderOf } from '#server/services/media/jobs/orderOf.ts';
import { storeResult } from '#server/services/media/jobs/storeResult.ts';
import { tellProgress } from '#server/services/media/jobs/tellProgress.ts';

const pollSeconds = 30;
const wordCharacters = 80;

/** How often in a row a provider may refuse to say how a job stands: it may know of it a moment later only. */
const refusalsAtMost = 5;

type Asked = { provider: MediaProvider; ticket: MediaTicket; signal: AbortSignal };

/** Asks a provider how a job stands, and does what follows from that. */
export async function pollJob(
  means: MediaMeans,
  leased: Leased,
  { provider, ticket, signal: lost }: Asked,
): Promise<Date | undefined> {
  const order = orderOf(means.config, leased.job);
  const signal = AbortSignal.any([lost, AbortSignal.timeout(pollSeconds * 1_000)]);
  try {
    return await apply(means, leased, await provider.poll(ticket, order, signal), lost);
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error;
    const failures = leased.job.failures + 1;
    if (error.kind === 'refused' && (error.reason === 'filtered' || failures >= refusalsAtMost)) {
      const maybeCharged = error.reason !== 'filtered';
      return closeJob(means, leased, { event: 'failed', reason: error.reason, maybeCharged });
    }
    // It cannot be asked for a while: its deadline ends it, not a number of tries.
    return later(means, leased, { failures });
  }
}

async function apply(
  means: MediaMeans,
  leased: Leased,
  report: MediaReport,
  lost: AbortSignal,
): Promise<Date | undefined> {
  const { job } = leased;
  const providerState = report.word.slice(0, wordCharacters);
  switch (report.state) {
    case 'running': {
      const state = job.state === 'expired' ? 'expired' : 'running';
      const percent = report.percent ?? job.percent;
      const next = await later(means, leased, { state, providerState, percent, failures: 0 });
      const isNews = await tellProgress(means.database.query, job.answerId);
      if (isNews) await notifyReaders(means.database, [job.answerId]);
      return next;
    }
    case 'finished':
      return storeResult(means, leased, report.files, lost, providerState);
    case 'failed':
      return closeJob(means, leased, { event: 'failed', reason: report.reason, providerState });
    case 'expired':
      // The provider has forgotten it: what it made, if anything, was paid for there.
      return closeJob(means, leased, {
        event: job.state === 'expired' ? 'failed' : 'deadline',
        reason: 'deadline_passed',
        providerState,
        maybeCharged: true,
        isForgotten: true,
      });
  }
}

async function later(
  means: MediaMeans,
  leased: Leased,
  change: Partial<Leased['job']>,
): Promise<Date> {
  const { polls } = leased.job;
  const nextStep = nextStepOf(leased.job, means.now(), pollPause(polls, Math.random()));
  await endLease(means.database.query, leased, { ...change, polls: polls + 1, nextStep });
  return nextStep;
}
