import type { Executor } from '#server/db/connect.ts';
import { finishLate } from '#server/db/queries/mediaJobs.ts';
import { type KeptFile, toMade } from '#server/services/media/jobs/keepFiles.ts';
import type { Leased } from '#server/services/media/jobs/lease.ts';
import type { MediaMeans } from '#server/services/media/jobs/mediaMeans.ts';

/**
 * Delivers what came after its deadline, when the hold was released: it costs its user nothing. Returns whether this
 * call did.
 */
export async function deliverLate(
  { database }: MediaMeans,
  { job }: Leased,
  files: readonly KeptFile[],
  insert: (transaction: Executor, messageId: string) => Promise<void>,
): Promise<boolean> {
  const media = files.map(toMade);
  return database.transaction(async (transaction) => {
    const messageId = await finishLate(transaction, job.answerId, media);
    if (messageId === undefined) return false;
    await insert(transaction, messageId);
    return true;
  });
}
