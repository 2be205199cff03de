import type { CorePlatform } from '#server/context.ts';
import { type CopySource, withCopySource } from '#server/db/copySource.ts';
import { endBackupRun, startBackupRun } from '#server/db/queries/backupRuns.ts';
import { listStoredMedia } from '#server/db/queries/storedMedia.ts';
import { sentenceOf } from '#server/errors.ts';
import { openBackupPlace } from '#server/gateways/storage/backupPlace.ts';
import type { MediaStore } from '#server/gateways/storage/media.ts';
import { findCopyIfKnown } from '#server/services/operation/restoredCopy.ts';
import { completeDeletionLog } from '#server/services/backup/deletionLog.ts';
import {
  type Manifest,
  backupFormat,
  backupName,
  manifestFile,
} from '#server/services/backup/manifest.ts';
import { textBytes } from '#server/services/backup/packing.ts';
import { pruneBackups, removeUnfinished } from '#server/services/backup/pruneBackups.ts';
import { refuseLivePlace } from '#server/services/backup/refuseLivePlace.ts';
import { secretCheck } from '#server/secretCheck.ts';
import { operatorFolders } from '#server/operatorFolders.ts';
import { writeFiles } from '#server/services/backup/writeFiles.ts';
import { writeMedia } from '#server/services/backup/writeMedia.ts';
import { type BackupTarget, writeTables } from '#server/services/backup/writeTables.ts';

export type BackupInput = {
  /** A folder, or `s3://bucket/prefix`, for the backups of this database alone. */
  target: string;
  /** Public keys of age; none stores plain files. */
  recipients: readonly string[];
  /** Older backups of the target are removed. */
  keepDays: number;
  /** The store of media; `undefined` leaves media out. */
  media: MediaStore | undefined;
  progress: (line: string) => void;
};

export type MadeBackup = {
  manifest: Manifest;
  /** Stored bytes, without the media that earlier backups have stored. */
  bytes: number;
  /** Removed old backups. */
  removed: number;
};

const dayMilliseconds = 86_400_000;

/**
 * Copies the database as it is now, then the media and the operator's folders, to a folder or bucket. The manifest is
 * written last, so that a killed backup is none; the next one removes its files. The database is not migrated.
 */
export async function makeBackup(platform: CorePlatform, input: BackupInput): Promise<MadeBackup> {
  const { config, database, now } = platform;
  const place = openBackupPlace(config, input.target);
  await refuseLivePlace(config, input.target);
  await refuseCopy(database);
  return withCopySource(database.url, async (source) => {
    const run = await startBackupRun(database.query, place.label);
    try {
      await removeUnfinished(place);
      const target = { place, name: backupName(now()), recipients: input.recipients };
      const { manifest, bytes } = await writeBackup(platform, source, target, input);
      // A database of an older version has no list of deleted accounts.
      if (run !== undefined) await completeDeletionLog(platform, place);
      const oldest = new Date(now().getTime() - input.keepDays * dayMilliseconds);
      const removed = await pruneBackups(place, oldest);
      await endBackupRun(database.query, run, { state: 'done', bytes });
      return { manifest, bytes, removed };
    } catch (error) {
      const reason = sentenceOf(error).slice(0, 1_000);
      await endBackupRun(database.query, run, { state: 'failed', reason }).catch(() => undefined);
      throw error;
    }
  });
}

/** The place of a restored copy may be that of the original, whose backups it would remove. */
async function refuseCopy({ query }: CorePlatform['database']): Promise<void> {
  const copy = await findCopyIfKnown(query);
  if (copy === undefined) return;
  throw new Error(
    `This database is a restored copy of ${copy.backup}, which makes no backups until “npm run dolores -- resume”. Nothing was stored.`,
  );
}

async function writeBackup(
  { config, database, now }: CorePlatform,
  source: CopySource,
  target: BackupTarget,
  { media, progress }: BackupInput,
): Promise<{ manifest: Manifest; bytes: number }> {
  const started = now().toISOString();
  const { tables, bytes: tableBytes } = await writeTables(source, target, progress);
  const sequences = await source.readSequences();
  const keys = media ? await listStoredMedia(source.query) : [];
  await source.release();
  const readKeys = () => listStoredMedia(database.query);
  const mediaPart = media && (await writeMedia(media, { keys, readKeys }, target, progress));
  const { files, bytes: fileBytes } = await writeFiles(operatorFolders(config), target);
  const manifest: Manifest = {
    format: backupFormat,
    name: target.name,
    started,
    finished: now().toISOString(),
    postgres: source.postgres,
    migrations: source.migrations,
    encrypted: target.recipients.length > 0,
    secretCheck: secretCheck(config.secret),
    tables,
    sequences,
    files,
    media: mediaPart?.media ?? null,
  };
  const text = textBytes([JSON.stringify(manifest, undefined, 2)]);
  const manifestBytes = await target.place.write(manifestFile(target.name), text);
  const bytes = tableBytes + fileBytes + manifestBytes + (mediaPart?.bytes ?? 0);
  return { manifest, bytes };
}
