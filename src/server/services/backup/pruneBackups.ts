import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import { backupsFolder } from '#server/services/backup/manifest.ts';
import {
  finishedBackups,
  readManifest,
  readMediaList,
} from '#server/services/backup/readBackup.ts';

/** Removes the files of backups that were not finished. No backup of this place may be running. */
export async function removeUnfinished(place: BackupPlace): Promise<void> {
  const files = await place.list(backupsFolder);
  const finished = new Set(finishedBackups(files));
  for (const file of files) if (!finished.has(nameIn(file))) await place.remove(file);
}

/**
 * Removes backups from before a time, except the newest one, and then the media files that no backup names. Returns the
 * number of removed backups.
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
  for (const { name } of old) await removeBackup(place, name, files);
  if (old.length > 0) {
    const kept = manifests.filter((manifest) => !old.includes(manifest));
    await removeUnnamedMedia(place, kept);
  }
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

async function removeUnnamedMedia(
  place: BackupPlace,
  kept: readonly Awaited<ReturnType<typeof readManifest>>[],
): Promise<void> {
  const named = new Set<string>();
  const folders = new Set<string>(['media']);
  for (const manifest of kept) {
    for (const { file } of await readMediaList(place, manifest)) {
      named.add(file);
      folders.add(file.split('/', 1)[0] ?? '');
    }
  }
  for (const folder of folders) {
    for (const file of await place.list(folder)) if (!named.has(file)) await place.remove(file);
  }
}

function nameIn(file: string): string {
  return file.split('/')[1] ?? '';
}
