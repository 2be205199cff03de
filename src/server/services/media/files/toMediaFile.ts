import type { MediaFile } from '#contract/media.ts';
import type { mediaFile } from '#server/db/schema/mediaJobs.ts';

/** The key under which the media store keeps a file. The trigger on its table says the same. */
export function mediaKey(id: string): string {
  return `media/${id}`;
}

/** Returns a file as the API sends it, as `mediaFilesJson` of `db/queries/messageParts.ts` does. */
export function toMediaFile(row: typeof mediaFile.$inferSelect): MediaFile {
  const { id, kind, type, size, width, height, seconds, title, deleted } = row;
  return { id, kind, type, size, width, height, seconds, title, deleted: deleted !== null };
}
