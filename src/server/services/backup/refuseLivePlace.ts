import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { UsageError } from '#server/errors.ts';

/**
 * Throws for a place of backups that overlaps the data folder or the media store: files that a server needs would lie among
 * those of backups.
 */
export async function refuseLivePlace(
  { dataDir, mediaStore }: Pick<Config, 'dataDir' | 'mediaStore'>,
  target: string,
): Promise<void> {
  const place = await normalized(target);
  for (const [name, live] of Object.entries({ DATA_DIR: dataDir, MEDIA_STORE: mediaStore })) {
    const other = await normalized(live);
    if (!place.startsWith(other) && !other.startsWith(place)) continue;
    throw new UsageError(
      `${target} overlaps ${name} (${live}): name a place of its own for backups. Nothing was changed.`,
    );
  }
}

/** Returns a folder without symbolic links, or a bucket and its prefix, with `/` at the end. */
async function normalized(place: string): Promise<string> {
  const isBucket = place.includes('://');
  return `${(isBucket ? place : await realFolder(resolve(place))).replace(/\/+$/, '')}/`;
}

/** Returns the real path of a folder that may not be made yet. */
async function realFolder(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => undefined);
  if (found !== undefined || folder === dirname(folder)) return found ?? folder;
  return join(await realFolder(dirname(folder)), basename(folder));
}
