import { sql } from 'drizzle-orm';
import type { MediaFile } from '#contract/media.ts';
import type { mediaFile } from '#server/db/schema/mediaJobs.ts';

/** The key under which the media store keeps a file. The trigger on its table says the same. */
export function mediaKey(id: string): string {
  return `media/${id}`;
}

/** A file as the API sends it. */
export function toMediaFile(row: typeof mediaFile.$inferSelect): MediaFile {
  const { id, kind, type, size, width, height, seconds, title, deleted } = row;
  return { id, kind, type, size, width, height, seconds, title, deleted: deleted !== null };
}

/** The same as SQL over rows of `media_file`: all files of a group, in their order. */
export const mediaFilesJson = sql`json_agg(json_build_object(
  'id', media_file.id, 'kind', media_file.kind, 'type', media_file.type, 'size', media_file.size,
  'width', media_file.width, 'height', media_file.height, 'seconds', media_file.seconds,
  'title', media_file.title, 'deleted', media_file.deleted is not null
) order by media_file.place)`;
