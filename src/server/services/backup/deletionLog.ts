import { asc, eq, inArray } from 'drizzle-orm';
import { isUuid } from '#domain/texts/uuid.ts';
import type { CorePlatform } from '#server/context.ts';
import { erasedAccount } from '#server/db/schema/operation.ts';
import { type BackupPlace, openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { textBytes } from '#server/services/backup/packing.ts';

/** The folder of the log in each of its places, with one file for each deleted account. */
const logFolder = 'deletions';

const atOnce = 500;

/** Returns the places of the log: the data folder, and the place of backups if it is configured. */
export function deletionPlaces({ config }: Pick<CorePlatform, 'config'>): BackupPlace[] {
  const { dataDir, backup } = config;
  const targets = backup.target === undefined ? [dataDir] : [dataDir, backup.target];
  return targets.map((target) => openBackupPlace(config, target));
}

/**
 * Adds the deleted accounts to the log of deletions, which is outside of the database, so that they are deleted again
 * after a restore. Returns their number.
 */
export async function logDeletions(
  platform: CorePlatform,
  places: readonly BackupPlace[] = deletionPlaces(platform),
): Promise<number> {
  const { query } = platform.database;
  for (let logged = 0; ;) {
    const found = await query
      .select()
      .from(erasedAccount)
      .where(eq(erasedAccount.logged, false))
      .orderBy(asc(erasedAccount.erased))
      .limit(atOnce);
    if (found.length === 0) return logged;
    for (const { accountId, erased } of found) {
      for (const place of places) await writeLog(place, accountId, erased);
    }
    const ids = found.map(({ accountId }) => accountId);
    await query
      .update(erasedAccount)
      .set({ logged: true })
      .where(inArray(erasedAccount.accountId, ids));
    logged += found.length;
  }
}

/** Adds all deleted accounts of a database to a log that may lack them, for older backups of the same place. */
export async function completeDeletionLog(
  { database }: CorePlatform,
  place: BackupPlace,
): Promise<void> {
  const known = await readDeletionLog([place]);
  const erased = await database.query.select().from(erasedAccount);
  for (const { accountId, erased: time } of erased) {
    if (!known.has(accountId)) await writeLog(place, accountId, time);
  }
}

async function writeLog(place: BackupPlace, account: string, erased: Date): Promise<void> {
  const line = `${JSON.stringify({ account, erased: erased.toISOString() })}\n`;
  await place.write(`${logFolder}/${account}`, textBytes([line]));
}

/** Returns the ids of the accounts in the log of any of these places. */
export async function readDeletionLog(places: readonly BackupPlace[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const place of places) {
    for (const file of await place.list(logFolder)) {
      const id = file.slice(logFolder.length + 1);
      if (isUuid(id)) ids.add(id);
    }
  }
  return ids;
}
