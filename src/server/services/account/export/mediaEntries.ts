import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { mediaTypeFacts } from '#domain/media/media.ts';
import type { StorageContext } from '#server/context.ts';
import { mediaFile } from '#server/db/schema/mediaJobs.ts';
import type { ZipEntry } from '#server/services/account/export/zip.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';

/** The most rows of files in memory. Contents are streamed. */
const filesAtOnce = 500;

type MadeFile = Pick<typeof mediaFile.$inferSelect, 'id' | 'type' | 'created'>;

/** Returns the path of a picture, a piece of music or a video in the archive. */
export function mediaName({ id, type }: Pick<MadeFile, 'id' | 'type'>): string {
  return `media/${id}.${mediaTypeFacts[type].extension}`;
}

/**
 * Yields the files that media models made for the user and that were not deleted. Each is read from the media store
 * when its turn comes.
 */
export async function* mediaEntries(
  context: StorageContext,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { id, type, created, deleted } = mediaFile;
  const isKept = and(eq(mediaFile.userId, userId), isNull(deleted));
  for (let after: string | undefined; ;) {
    const rows: MadeFile[] = await context.database.query
      .select({ id, type, created })
      .from(mediaFile)
      .where(after === undefined ? isKept : and(isKept, gt(id, after)))
      .orderBy(asc(id))
      .limit(filesAtOnce);
    for (const row of rows) yield* mediaEntry(context, row);
    after = rows.at(-1)?.id;
    if (rows.length < filesAtOnce) return;
  }
}

/** Yields a file, or nothing when it was deleted meanwhile or is lost. `media.json` still names it. */
async function* mediaEntry(
  { media, log }: StorageContext,
  file: MadeFile,
): AsyncGenerator<ZipEntry> {
  const content = await media.get(mediaKey(file.id));
  if (content) {
    const pieces = content.stream();
    yield { name: mediaName(file), pieces, modified: file.created, compress: false };
  } else {
    log.warn({ file: file.id }, 'a file is missing in an export');
  }
}
