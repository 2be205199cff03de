import { eq } from 'drizzle-orm';
import { isOpen, nextStepOf, pollPause } from '#domain/mediaJob.ts';
import { mediaCostOf } from '#domain/upstreamPrices.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaFile, mediaJob } from '#server/db/schema/mediaJobs.ts';
import { MediaFailure, type MadeFile } from '#server/gateways/media/mediaProvider.ts';
import { finishAnswer } from '#server/services/chat/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import { deliverLate } from '#server/services/media/jobs/deliverLate.ts';
import {
  type KeptFile,
  UnusableResult,
  keepFiles,
  toMade,
} from '#server/services/media/jobs/keepFiles.ts';
import { type Leased, endLease, isStopRequested } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';
import { hastenRemoval, takeRemovalBack } from '#server/services/media/mediaRemovals.ts';

/** How often a result is fetched that cannot be reached. */
const triesAtMost = 6;

/** Seconds in which all files of a result must be here. */
const fetchSeconds = 300;

/** Its user stopped the job before the result was here: that costs nothing. */
class StoppedMeanwhile extends Error {}

/**
 * Stores what was made, and closes the job, its answer and its hold with it, in one transaction. Another process that
 * does the same at once loses, and its files go.
 */
export async function storeResult(
  means: MediaMeans,
  leased: Leased,
  made: readonly MadeFile[],
  lost: AbortSignal,
  providerState = '',
): Promise<Date | undefined> {
  const { job } = leased;
  const signal = AbortSignal.any([lost, AbortSignal.timeout(fetchSeconds * 1_000)]);
  const kept = await keepFiles(means, job, made, signal).catch((error: unknown) => error);
  if (kept instanceof UnusableResult) {
    const reason = 'unusable_result';
    return closeJob(means, leased, { event: 'failed', reason, providerState, maybeCharged: true });
  }
  if (kept instanceof MediaFailure) return fetchLater(means, leased, kept);
  if (!Array.isArray(kept)) throw kept;
  const files: KeptFile[] = kept;
  const isStored = isOpen(job.state)
    ? await deliverInTime(means, leased, files, providerState)
    : await deliverLate(means, leased, files, (transaction, messageId) =>
        insertFiles(means, transaction, { leased, files, messageId, providerState }),
      );
  if (isStored !== true) {
    for (const { id } of files) await hastenRemoval(means.database.query, mediaKey(id));
    if (isStored === 'stopped') return stopNow(means, leased, providerState);
    await endLease(means.database.query, leased, { nextStep: null });
    return undefined;
  }
  await notifyReaders(means.database, [job.answerId]);
  return undefined;
}

/** Returns whether this call delivered the result. */
async function deliverInTime(
  means: MediaMeans,
  leased: Leased,
  files: readonly KeptFile[],
  providerState: string,
): Promise<boolean | 'stopped'> {
  try {
    return await deliver(means, leased, files, providerState);
  } catch (error) {
    if (error instanceof StoppedMeanwhile) return 'stopped';
    throw error;
  }
}

function stopNow(
  means: MediaMeans,
  leased: Leased,
  providerState: string,
): Promise<Date | undefined> {
  // An order without a ticket was made at once, and paid for.
  const maybeCharged = leased.job.ticket === null;
  const reason = 'stopped_before_output';
  return closeJob(means, leased, { event: 'stopped', reason, providerState, maybeCharged });
}

async function deliver(
  means: MediaMeans,
  leased: Leased,
  files: readonly KeptFile[],
  providerState: string,
): Promise<boolean> {
  const { job } = leased;
  const media = files.map(toMade);
  const end = await finishAnswer(means.database, {
    answerId: job.answerId,
    ownerId: mediaOwnerId,
    outcome: {
      state: 'finished',
      reason: null,
      charged: true,
      truncated: false,
      upstream: `${job.provider}/${job.upstream}`,
      cost: mediaCostOf(job, job.options),
    },
    events: [],
    text: '',
    media,
    asked: job.started ?? undefined,
    firstText: means.now(),
    now: means.now(),
    within: async (transaction, { messageId }) => {
      // The answer is claimed: a wish to stop it comes before this or finds it finished.
      if (await isStopRequested(transaction, job.answerId)) throw new StoppedMeanwhile();
      await insertFiles(means, transaction, { leased, files, messageId, providerState });
    },
  });
  return end !== undefined;
}

type Delivery = {
  leased: Leased;
  files: readonly KeptFile[];
  messageId: string;
  providerState: string;
};

async function insertFiles(
  { now }: MediaMeans,
  transaction: Executor,
  { leased: { job }, files, messageId, providerState }: Delivery,
): Promise<void> {
  for (const file of files) {
    const isThere = await takeRemovalBack(transaction, mediaKey(file.id));
    if (!isThere) throw new Error('A file is being removed that was to be kept');
    await transaction.insert(mediaFile).values({ ...file, messageId });
  }
  await transaction
    .update(mediaJob)
    .set({
      state: 'stored',
      providerState,
      percent: 100,
      nextStep: null,
      leaseId: null,
      leaseEnds: null,
      maybeCharged: false,
      ended: now(),
    })
    .where(eq(mediaJob.answerId, job.answerId));
}

async function fetchLater(
  means: MediaMeans,
  leased: Leased,
  failure: MediaFailure,
): Promise<Date | undefined> {
  const failures = leased.job.failures + 1;
  const canAskAgain = leased.job.ticket !== null && failures < triesAtMost;
  if (!canAskAgain) {
    return closeJob(means, leased, { event: 'failed', reason: failure.reason, maybeCharged: true });
  }
  const nextStep = nextStepOf(leased.job, means.now(), pollPause(failures, Math.random()));
  await endLease(means.database.query, leased, { failures, nextStep });
  return nextStep;
}
