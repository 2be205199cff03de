import { createHash } from 'node:crypto';
import type { MediaStore } from '#server/gateways/storage/media.ts';
import { type Manifest, type MediaEntry, backupsFolder } from '#server/services/backup/manifest.ts';
import { compressed, encrypted, measured, textBytes } from '#server/services/backup/packing.ts';
import { newestManifest, readMediaList } from '#server/services/backup/readBackup.ts';
import type { BackupTarget } from '#server/services/backup/writeTables.ts';

/** Lost files that are named one by one. */
const namedLost = 10;

type WrittenMedia = { media: NonNullable<Manifest['media']>; bytes: number };

/**
 * Stores the media files that the backup before this one has not stored, because they never change, and the list of all.
 * The list is not encrypted, because the next backup reads it without the private key. `readKeys` returns the keys that
 * rows refer to at that moment: a file without one had been deleted since `keys` were read, and other missing files are lost.
 */
export async function writeMedia(
  store: MediaStore,
  { keys, readKeys }: { keys: readonly string[]; readKeys: () => Promise<readonly string[]> },
  target: BackupTarget,
  progress: (line: string) => void,
): Promise<WrittenMedia> {
  const { place, name } = target;
  if (!(await store.isHere()) && keys.length > 0) {
    throw new Error(
      'The media store cannot be read: see MEDIA_STORE. A backup without it would miss files.',
    );
  }
  const before = await storedBefore(target);
  const list: MediaEntry[] = [];
  let bytes = 0;
  const missing: string[] = [];
  for (const key of keys) {
    const file = mediaFile(key, target.recipients);
    const known = before.get(file);
    const written = known ? { entry: known, bytes: 0 } : await writeOne(store, key, file, target);
    if (!written) missing.push(key);
    else list.push(written.entry);
    bytes += written?.bytes ?? 0;
    if (list.length % 1_000 === 0 && list.length > 0) progress(`${list.length} media files`);
  }
  const entry = { file: `${backupsFolder}/${name}/media.ndjson.zst`, sha256: '' };
  const lines = textBytes(list.map((media) => `${JSON.stringify(media)}\n`));
  const content = measured(lines, ({ sha256 }) => (entry.sha256 = sha256));
  bytes += await place.write(entry.file, compressed(content));
  const total = list.reduce((sum, media) => sum + media.bytes, 0);
  const lost = missing.length === 0 ? 0 : countLost(missing, await readKeys(), progress);
  const counts = { count: list.length, missing: missing.length - lost, lost };
  return { media: { ...entry, ...counts, bytes: total }, bytes };
}

/** Counts missing files that rows refer to, and names the first of them. */
function countLost(
  missing: readonly string[],
  keys: readonly string[],
  progress: (line: string) => void,
): number {
  const referenced = new Set(keys);
  const lost = missing.filter((key) => referenced.has(key));
  for (const key of lost.slice(0, namedLost)) progress(`The media store has no ${key}`);
  return lost.length;
}

async function writeOne(
  store: MediaStore,
  key: string,
  file: string,
  { place, recipients }: BackupTarget,
): Promise<{ entry: MediaEntry; bytes: number } | undefined> {
  const content = await store.get(key);
  if (!content) return undefined;
  const entry: MediaEntry = { key, file, bytes: 0, sha256: '' };
  const passed = measured(content.stream(), (found) => Object.assign(entry, found));
  const bytes = await place.write(file, encrypted(passed, recipients));
  return { entry, bytes };
}

/** Returns the media of the newest backup by their files. */
async function storedBefore({ place }: BackupTarget): Promise<Map<string, MediaEntry>> {
  const newest = await newestManifest(place);
  const list = newest ? await readMediaList(place, newest) : [];
  return new Map(list.map((entry) => [entry.file, entry]));
}

/** Returns where a file is stored. Files for other recipients are others. */
function mediaFile(key: string, recipients: readonly string[]): string {
  if (recipients.length === 0) return `media/${key}`;
  const readers = createHash('sha256').update(recipients.toSorted().join()).digest('hex');
  return `media-${readers.slice(0, 8)}/${key}.age`;
}
