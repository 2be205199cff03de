import { createReadStream } from 'node:fs';
import type { StoragePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import {
  removeSoon,
  scheduleRemoval,
  cancelRemoval,
} from '#server/services/files/mediaRemovals.ts';

/**
 * Stores a file, and by `storeRow` the row that names it, in one transaction. The removal of the file is scheduled first
 * and cancelled in that transaction, so a process that is killed leaves no file without a row. Throws `unavailable` when
 * the upload took so long that the file is being removed.
 */
export async function storeFile<Result>(
  { database, media }: StoragePlatform,
  { key, path, type }: { key: string; path: string; type: string },
  storeRow: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  await scheduleRemoval(database.query, key);
  try {
    await media.put(key, createReadStream(path), type);
    return await database.transaction(async (transaction) => {
      const stored = await storeRow(transaction);
      // Last, so that the removal is not locked while `storeRow` waits.
      if (await cancelRemoval(transaction, key)) return stored;
      throw new AppError('unavailable', 'The upload took too long, try again');
    });
  } catch (error) {
    await removeSoon(database.query, key).catch(() => undefined);
    throw error;
  }
}
