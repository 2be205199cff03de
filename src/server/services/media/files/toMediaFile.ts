import type { MediaFile } from '#contract/media/media.ts';
import type { mediaFile } from '#server/db/schema/mediaJobs.ts';

/** Returns the key of a file in the media store. The trigger on its table computes the same key. */
export function mediaKey(id: string): string {
  return `media/${id}`;
}

export function toMediaFile(row: typeof mediaFile.$inferSelect): MediaFile {
  const { id, kind, type, size, width, height, seconds, title, deleted } = row;
  return { id, kind, type, size, width, height, seconds, title, deleted: deleted !== null };
}
