import { eq } from 'drizzle-orm';
import { isOpen, nextStepOf, pollPause } from '#domain/media/mediaJob.ts';
import type { MediaJobPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { mediaFile, mediaJob } from '#server/db/schema/mediaJobs.ts';
import { MediaFailure, type MadeFile } from '#server/gateways/media/mediaProvider.ts';
import { finishAnswer } from '#server/services/answers/close/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { notifyEnd } from '#server/services/answers/follow/notifyReaders.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';
import { closeJob } from '#server/services/media/jobs/closeJob.ts';
import { jobCost } from '#server/services/media/jobs/jobCost.ts';
import { logMedia } from '#server/services/media/jobs/logMedia.ts';
import { deliverLate } from '#server/services/media/jobs/deliverLate.ts';
import {
  type StoredFile,
  UnusableResult,
  storeFiles,
  storedToMediaFile,
} from '#server/services/media/jobs/storeFiles.ts';
import { type LeasedJob, endLease, isStopRequested } from '#server/services/media/jobs/lease.ts';
import { removeSoon, cancelRemoval } from '#server/services/files/mediaRemovals.ts';

const triesAtMost = 6;

/** Timeout for fetching all files of a result. */
const fetchSeconds = 300;

/** Thrown when the user stopped the job before its result was stored: it is free then. */
class StoppedMeanwhile extends Error {}

/**
 * Stores the result, and closes the job, its answer and its hold, in one transaction. If another process does the same,
 * one of them loses, and its files are deleted. Returns the time of the next step, if any.
 */
export async function storeResult(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  results: readonly MadeFile[],
  stepSignal: AbortSignal,
  providerState = '',
): Promise<Date | undefined> {
  const { job } = leased;
  const signal = AbortSignal.any([stepSignal, AbortSignal.timeout(fetchSeconds * 1_000)]);
  const stored = await storeFiles(platform, job, results, signal).catch((error: unknown) => error);
  if (stored instanceof UnusableResult) {
    const reason = 'unusable_result';
    return closeJob(platform, leased, {
      event: 'failed',
      reason,
      providerState,
      maybeCharged: true,
    });
  }
  if (stored instanceof MediaFailure) return fetchLater(platform, leased, stored);
  if (!Array.isArray(stored)) throw stored;
  const files: StoredFile[] = stored;
  const isStored = isOpen(job.state)
    ? await deliverInTime(platform, leased, files, providerState)
    : await deliverLate(platform, leased, files, (transaction, messageId) =>
        insertFiles(transaction, platform, { leased, files, messageId, providerState }),
      );
  if (isStored !== true) {
    for (const { id } of files) await removeSoon(platform.database.query, mediaKey(id));
    if (isStored === 'stopped') return stopNow(platform, leased, providerState);
    await endLease(platform.database.query, leased, { nextStep: null });
    return undefined;
  }
  await notifyEnd(platform, job.answerId);
  return undefined;
}

/** Delivers the result before the deadline. Returns whether this call did it. */
async function deliverInTime(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  files: readonly StoredFile[],
  providerState: string,
): Promise<boolean | 'stopped'> {
  try {
    return await deliver(platform, leased, files, providerState);
  } catch (error) {
    if (error instanceof StoppedMeanwhile) return 'stopped';
    throw error;
  }
}

function stopNow(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  providerState: string,
): Promise<Date | undefined> {
  // An order without a ticket was completed immediately, and charged.
  const maybeCharged = leased.job.ticket === null;
  const reason = 'stopped_before_output';
  return closeJob(platform, leased, { event: 'stopped', reason, providerState, maybeCharged });
}

async function deliver(
  platform: MediaJobPlatform,
  leased: LeasedJob,
  files: readonly StoredFile[],
  providerState: string,
): Promise<boolean> {
  const { job } = leased;
  const media = files.map(storedToMediaFile);
  const end = await finishAnswer(platform.database, {
    answerId: job.answerId,
    ownerId: mediaOwnerId,
    outcome: {
      state: 'finished',
      reason: null,
      charged: true,
      truncated: false,
      upstream: `${job.provider}/${job.upstream}`,
      cost: jobCost(job),
    },
    events: [],
    text: '',
    media,
    asked: job.started ?? undefined,
    firstText: platform.now(),
    now: platform.now(),
    inTransaction: async (transaction, { messageId }) => {
      // The answer is claimed: a request to stop it came before this, or comes after the end.
      if (await isStopRequested(transaction, job.answerId)) throw new StoppedMeanwhile();
      await insertFiles(transaction, platform, { leased, files, messageId, providerState });
    },
  });
  if (end) {
    logMedia(platform, job, end);
    const { state, reason } = end;
    platform.metrics.countAnswer({ model: job.model, state, reason });
  }
  return end !== undefined;
}

type Delivery = {
  leased: LeasedJob;
  files: readonly StoredFile[];
  messageId: string;
  providerState: string;
};

async function insertFiles(
  transaction: Executor,
  { now }: MediaJobPlatform,
  { leased: { job }, files, messageId, providerState }: Delivery,
): Promise<void> {
  for (const file of files) {
    const isAvailable = await cancelRemoval(transaction, mediaKey(file.id));
    if (!isAvailable) throw new Error('A file is being removed that was to be kept');
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
  platform: MediaJobPlatform,
  leased: LeasedJob,
  failure: MediaFailure,
): Promise<Date | undefined> {
  const failures = leased.job.failures + 1;
  const canAskAgain = leased.job.ticket !== null && failures < triesAtMost;
  if (!canAskAgain) {
    return closeJob(platform, leased, {
      event: 'failed',
      reason: failure.reason,
      maybeCharged: true,
    });
  }
  const nextStep = nextStepOf(leased.job, platform.now(), pollPause(failures, Math.random()));
  await endLease(platform.database.query, leased, { failures, nextStep });
  return nextStep;
}
