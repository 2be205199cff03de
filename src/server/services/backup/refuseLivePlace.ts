import { resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { UsageError } from '#server/errors.ts';
import { realFolder } from '#server/realFolder.ts';

/**
 * Throws for a place of backups that overlaps the data folder or the media store: files that a server needs would lie among
 * those of backups.
 */
export async function refuseLivePlace(
  { dataDir, mediaStore }: Pick<Config, 'dataDir' | 'mediaStore'>,
  target: string,
): Promise<void> {
  const place = normalized(target);
  for (const [name, live] of Object.entries({ DATA_DIR: dataDir, MEDIA_STORE: mediaStore })) {
    const other = normalized(live);
    if (!place.startsWith(other) && !other.startsWith(place)) continue;
    throw new UsageError(
      `${target} overlaps ${name} (${live}): name a place of its own for backups. Nothing was changed.`,
    );
  }
}

/** Returns a folder without symbolic links, or a bucket and its prefix, with `/` at the end. */
function normalized(place: string): string {
  const isBucket = place.includes('://');
  return `${(isBucket ? place : realFolder(resolve(place))).replace(/\/+$/, '')}/`;
}
