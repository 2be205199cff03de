import type { MediaJobPlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { finishLate } from '#server/db/queries/mediaJobs.ts';
import { type StoredFile, storedToMediaFile } from '#server/services/media/jobs/storeFiles.ts';
import type { LeasedJob } from '#server/services/media/jobs/lease.ts';

/**
 * Delivers a result that arrived after its deadline, when the hold was already released, so that it is free. Returns
 * whether this call delivered it.
 */
export async function deliverLate(
  { database }: MediaJobPlatform,
  { job }: LeasedJob,
  files: readonly StoredFile[],
  insert: (transaction: Executor, messageId: string) => Promise<void>,
): Promise<boolean> {
  const media = files.map(storedToMediaFile);
  return database.transaction(async (transaction) => {
    const messageId = await finishLate(transaction, job.answerId, media);
    if (messageId === undefined) return false;
    await insert(transaction, messageId);
    return true;
  });
}
