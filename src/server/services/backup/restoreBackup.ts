import type { CorePlatform, StoragePlatform } from '#server/context.ts';
import type { Executor } from '#server/db/connect.ts';
import { requireEmpty } from '#server/db/copyTarget.ts';
import { deleteDueAccounts } from '#server/services/account/deletion/deleteDueAccounts.ts';
import { type LedgerCheck, checkLedger } from '#server/services/credits/verify.ts';
import { writeAudit } from '#server/services/operation/audit.ts';
import {
  findRestoredCopy,
  markFolder,
  markRestoredCopy,
} from '#server/services/operation/restoredCopy.ts';
import { deletionPlaces, readDeletionLog } from '#server/services/backup/deletionLog.ts';
import { listBackups, readManifest } from '#server/services/backup/readBackup.ts';
import {
  type DamagedFile,
  proveFiles,
  refuseUsedMedia,
  restoreFolders,
  restoreMedia,
} from '#server/services/backup/restoreFiles.ts';
import { type BackupSource, restoreTables } from '#server/services/backup/restoreTables.ts';
import { secretCheck } from '#server/secretCheck.ts';
import { operatorFolders } from '#server/operatorFolders.ts';
import { openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { findUndeleted, requestDeletions } from '#server/services/backup/deleteAgain.ts';

export type ChosenBackup = {
  /** A folder, or `s3://bucket/prefix`. */
  target: string;
  /** The name of the backup; `undefined` for the newest. */
  name: string | undefined;
  /** Private keys of age. */
  identities: readonly string[];
};

export type RestoreInput = {
  /** Whether the media store may have files, which are kept. */
  intoUsedMedia: boolean;
  progress: (line: string) => void;
};

export type Restored = {
  rows: number;
  tables: number;
  /** `lost` files were lost before the backup. */
  media: { stored: number; kept: number; lost: number };
  /** Folders of the operator that had files already, and keep them. */
  keptFolders: string[];
  /** Files of the operator that were not restored. */
  damaged: DamagedFile[];
  ledger: LedgerCheck;
  /** Accounts of the log of deletions that were deleted again, and those that wait for `resume`. */
  deletedAgain: number;
  deletionsWaiting: number;
  isSecretOther: boolean;
};

/** Opens a backup. Throws an error for the operator when there is none, or when its private key is missing. */
export async function openBackup(
  { config }: Pick<CorePlatform, 'config'>,
  { target, name, identities }: ChosenBackup,
): Promise<BackupSource> {
  const place = openBackupPlace(config, target);
  const names = await listBackups(place);
  const chosen = name ?? names.at(-1);
  if (chosen === undefined || !names.includes(chosen)) {
    const known = names.length === 0 ? 'none is finished there' : `there are ${names.join(', ')}`;
    throw new Error(`${place.label} has no backup ${name ?? ''}: ${known}`.replace('  ', ' '));
  }
  const manifest = await readManifest(place, chosen);
  if (manifest.encrypted && identities.length === 0) {
    throw new Error(
      `The backup ${chosen} is encrypted: name the file of the private key by --identity`,
    );
  }
  return { place, manifest, identities };
}

/**
 * Restores a backup into an empty database: media and folders first, so that a killed restore can be repeated, then all
 * rows in one transaction, which also marks the database as a restored copy. Then proves the ledger, and deletes accounts
 * again that were deleted after the backup. Throws an error for the operator when the database is used or not empty, or
 * when the media store has files, unless `intoUsedMedia`.
 */
export async function restoreBackup(
  platform: StoragePlatform,
  source: BackupSource,
  { intoUsedMedia, progress }: RestoreInput,
): Promise<Restored> {
  const { config, database, media: store } = platform;
  const { manifest, place } = source;
  await requireEmpty(database.url, manifest);
  if (!intoUsedMedia) await refuseUsedMedia(store, source);
  const media = await restoreMedia(store, source, progress);
  const damaged = await proveFiles(source);
  const keptFolders = await restoreFolders(operatorFolders(config), source, damaged);
  const deleted = await readDeletionLog([...deletionPlaces(platform), place]);
  const finish = async (query: Executor): Promise<void> => {
    await requestDeletions(query, deleted);
    await markRestoredCopy(query, manifest.name);
    await writeAudit(query, 'backup.restore', manifest.name, { place: place.label });
  };
  const rows = await restoreTables(database.url, source, finish, progress);
  await markFolder(config.dataDir, await findRestoredCopy(database.query));
  const deletedAgain = await deleteDueAccounts(platform);
  return {
    rows,
    tables: manifest.tables.length,
    media: { ...media, lost: manifest.media?.lost ?? 0 },
    keptFolders,
    damaged,
    ledger: await checkLedger(database),
    deletedAgain,
    deletionsWaiting: (await findUndeleted(database.query, deleted)).length,
    isSecretOther: manifest.secretCheck !== secretCheck(config.secret),
  };
}
