import type { CorePlatform } from '#server/context.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { requestDeletions } from '#server/services/backup/deleteAgain.ts';
import { deletionPlaces, readDeletionLog } from '#server/services/backup/deletionLog.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import {
  type RestoredCopy,
  endRestoredCopy,
  findRestoredCopy,
  markFolder,
  markRestoredCopy,
} from '#server/services/operation/restoredCopy.ts';

/**
 * Marks a database as a restored copy that another tool has restored, such as pgBackRest, and deletes accounts again.
 * Returns the number of deleted accounts.
 */
export async function holdCopy(platform: CorePlatform, source: string): Promise<number> {
  const { config, database } = platform;
  const deleted = await readDeletionLog(deletionPlaces(platform));
  await database.transaction(async (transaction) => {
    await markRestoredCopy(transaction, source);
    await requestDeletions(transaction, deleted);
    await writeAudit(transaction, 'backup.hold', source);
  });
  await markFolder(config.dataDir, await findRestoredCopy(database.query));
  return deleteDueAccounts(platform);
}

/**
 * Lets a restored copy act again. Accounts that the log of deletions names meanwhile are requested to be deleted first.
 * Returns the copy; `undefined` if the database is none.
 */
export async function resumeCopy(platform: CorePlatform): Promise<RestoredCopy | undefined> {
  const { config, database } = platform;
  const deleted = await readDeletionLog(deletionPlaces(platform));
  const ended = await database.transaction(async (transaction) => {
    const copy = await endRestoredCopy(transaction);
    if (!copy) return undefined;
    await requestDeletions(transaction, deleted);
    await writeAudit(transaction, 'backup.resume', copy.backup);
    return copy;
  });
  await markFolder(config.dataDir, undefined);
  return ended;
}
