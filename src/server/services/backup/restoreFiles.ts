import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError, sentenceOf } from '#server/errors.ts';
import type { MediaStore } from '#server/gateways/storage/media.ts';
import { decompressed, measure } from '#server/services/backup/packing.ts';
import { checked, opened, readMediaList } from '#server/services/backup/readBackup.ts';
import type { BackupSource } from '#server/services/backup/restoreTables.ts';

/**
 * Throws if a media store has files, because a server may use them: the copy would store its files among them, and delete
 * those of accounts that it deletes.
 */
export async function refuseUsedMedia(
  store: MediaStore,
  { manifest }: Pick<BackupSource, 'manifest'>,
): Promise<void> {
  if (!manifest.media?.count || (await store.isEmpty())) return;
  throw new UsageError(
    'The media store has files (see MEDIA_STORE). If they are of this site, and no other server uses them, repeat it with --into-used-media. Nothing was changed.',
  );
}

/** Stores the media files of a backup that the store lacks. Returns how many were stored, and how many were there. */
export async function restoreMedia(
  store: MediaStore,
  source: BackupSource,
  progress: (line: string) => void,
): Promise<{ stored: number; kept: number }> {
  const { place, manifest, identities } = source;
  const counts = { stored: 0, kept: 0 };
  for (const { key, file, sha256, bytes } of await readMediaList(place, manifest)) {
    const there = await store.get(key);
    if (there?.size === bytes && (await measure(there.stream())).sha256 === sha256) {
      counts.kept += 1;
      continue;
    }
    const content = checked(opened(place.read(file), file, identities), sha256, file);
    await store.put(key, content, 'application/octet-stream');
    counts.stored += 1;
    if (counts.stored % 1_000 === 0) progress(`${counts.stored} media files`);
  }
  return counts;
}

/** Reads every media file of a backup and compares its digest. Returns their number. */
export async function proveMedia({ place, manifest, identities }: BackupSource): Promise<number> {
  const list = await readMediaList(place, manifest);
  for (const { file, sha256 } of list) {
    await measure(checked(opened(place.read(file), file, identities), sha256, file));
  }
  return list.length;
}

/** A file of the operator that cannot be read from a backup, or has another content than it had. */
export type DamagedFile = { name: string; reason: string };

/** Reads every file of the operator in a backup. Returns the damaged ones. */
export async function proveFiles(source: BackupSource): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for (const file of source.manifest.files) {
    try {
      await measure(contentOf(file, source));
    } catch (error) {
      damaged.push({ name: file.name, reason: sentenceOf(error) });
    }
  }
  return damaged;
}

function contentOf(
  { file, sha256 }: BackupSource['manifest']['files'][number],
  { place, identities }: BackupSource,
) {
  return checked(decompressed(opened(place.read(file), file, identities)), sha256, file);
}

/**
 * Writes the operator’s files, except damaged ones, into folders that are empty or missing. Returns the folders that had
 * files already.
 */
export async function restoreFolders(
  folders: Readonly<Record<string, string>>,
  source: BackupSource,
  damaged: readonly DamagedFile[],
): Promise<string[]> {
  const kept: string[] = [];
  const broken = new Set(damaged.map(({ name }) => name));
  const intact = source.manifest.files.filter((file) => !broken.has(file.name));
  for (const [name, folder] of Object.entries(folders)) {
    const files = intact.filter((file) => file.name.startsWith(`${name}/`));
    if (files.length === 0) continue;
    if ((await readdir(folder).catch(() => [])).length > 0) {
      kept.push(folder);
      continue;
    }
    const unfinished = `${folder}.restored`;
    await rm(unfinished, { recursive: true, force: true });
    for (const file of files) {
      await writeInto(unfinished, file.name.slice(name.length + 1), contentOf(file, source));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  }
  return kept;
}

async function writeInto(
  folder: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const target = join(folder, path);
  if (normalize(path).startsWith('..') || target === folder) {
    throw new Error(`${path} is no name of a file in a backup`);
  }
  await mkdir(dirname(target), { recursive: true });
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(target));
}
