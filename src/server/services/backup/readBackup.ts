import type { BackupPlace } from '#server/gateways/storage/backupPlace.ts';
import {
  type Manifest,
  type MediaEntry,
  backupsFolder,
  manifestFile,
  manifestSchema,
  mediaEntrySchema,
} from '#server/services/backup/manifest.ts';
import {
  type Bytes,
  decompressed,
  decrypted,
  measured,
  readLines,
  readText,
} from '#server/services/backup/packing.ts';
import * as z from 'zod/mini';

/** Returns the names of the finished backups, oldest first. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  return finishedBackups(await place.list(backupsFolder));
}

/** Returns the names of the backups that have a manifest among their files, oldest first. */
export function finishedBackups(files: readonly string[]): string[] {
  return files
    .flatMap((file) => /^backups\/([^/]+)\/manifest\.json$/.exec(file)?.[1] ?? [])
    .toSorted();
}

export async function newestManifest(place: BackupPlace): Promise<Manifest | undefined> {
  const newest = (await listBackups(place)).at(-1);
  return newest === undefined ? undefined : readManifest(place, newest);
}

export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const text = await readText(place.read(manifestFile(name)));
  const parsed = z.safeParse(manifestSchema, JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`The manifest of the backup ${name} is of another version, or damaged`);
}

/** Returns the media of a backup. Throws when the list is damaged. */
export async function readMediaList(place: BackupPlace, manifest: Manifest): Promise<MediaEntry[]> {
  if (!manifest.media) return [];
  const { file, sha256 } = manifest.media;
  const entries: MediaEntry[] = [];
  for await (const line of readLines(checked(decompressed(place.read(file)), sha256, file))) {
    if (line !== '') entries.push(z.parse(mediaEntrySchema, JSON.parse(line)));
  }
  return entries;
}

/** Passes a content on. Throws at its end when it has another digest. */
export async function* checked(content: Bytes, sha256: string, file: string): Bytes {
  let found = '';
  yield* measured(content, (result) => (found = result.sha256));
  if (found !== sha256) {
    throw new Error(`${file} is damaged: its digest is ${found}, and the manifest says ${sha256}`);
  }
}

/** Decrypts a file of a backup if it is encrypted. */
export function opened(content: Bytes, file: string, identities: readonly string[]): Bytes {
  return file.endsWith('.age') ? decrypted(content, identities) : content;
}
