import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { type Manifest, backupsFolder, isBackupName } from '#server/services/backup/manifest.ts';
import {
  finishedBackups,
  readManifest,
  readMediaList,
} from '#server/services/backup/readBackup.ts';

/** Removes the files of backups that were not finished. No backup of this place may be running. */
export async function removeUnfinished(place: BackupPlace): Promise<void> {
  const files = await place.list(backupsFolder);
  const finished = new Set(finishedBackups(files));
  for (const file of files) {
    const name = nameIn(file);
    if (isBackupName(name) && !finished.has(name)) await place.remove(file);
  }
}

/**
 * Removes backups from before a time, except the newest one, and the media files that only they name. Returns the number of
 * removed backups.
 */
export async function pruneBackups(place: BackupPlace, before: Date): Promise<number> {
  const files = await place.list(backupsFolder);
  const manifests = await Promise.all(
    finishedBackups(files).map((name) => readManifest(place, name)),
  );
  const newest = manifests.at(-1);
  const old = manifests.filter(
    (manifest) => manifest !== newest && new Date(manifest.started) < before,
  );
  if (old.length > 0) {
    const kept = manifests.filter((manifest) => !old.includes(manifest));
    // Before their lists, so that a killed process leaves no file that nothing names.
    await removeMedia(place, old, kept);
  }
  for (const { name } of old) await removeBackup(place, name, files);
  return old.length;
}

/** Removes all but the newest backups, of a place without media. */
export async function removeOldest(place: BackupPlace, kept: number): Promise<void> {
  const files = await place.list(backupsFolder);
  const names = finishedBackups(files);
  for (const name of names.slice(0, -kept)) await removeBackup(place, name, files);
}

/** Removes the manifest first, so that a backup without all of its files is none. */
async function removeBackup(place: BackupPlace, name: string, files: string[]): Promise<void> {
  const own = files.filter((file) => nameIn(file) === name);
  const isManifest = (file: string) => file.endsWith('/manifest.json');
  for (const file of [...own.filter(isManifest), ...own.filter((file) => !isManifest(file))]) {
    await place.remove(file);
  }
}

/** Removes the media of old backups that no kept one names. The place may have other files, which stay. */
async function removeMedia(
  place: BackupPlace,
  old: readonly Manifest[],
  kept: readonly Manifest[],
): Promise<void> {
  const unneeded = new Set<string>();
  for (const manifest of old) {
    for (const { file } of await readMediaList(place, manifest)) unneeded.add(file);
  }
  for (const manifest of kept) {
    for (const { file } of await readMediaList(place, manifest)) unneeded.delete(file);
  }
  for (const file of unneeded) await place.remove(file);
}

function nameIn(file: string): string {
  return file.split('/')[1] ?? '';
}
