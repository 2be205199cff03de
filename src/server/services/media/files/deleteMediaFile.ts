import { and, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { mediaFile } from '#server/db/schema/mediaJobs.ts';
import { unknownFile } from '#server/services/media/files/findMediaFile.ts';

/**
 * Deletes a file of the acting user; a trigger records its content for deletion. Its row stays, so that the answer can
 * show that it was deleted. Deleting it again does nothing. Throws `not_found`.
 */
export async function deleteMediaFile(context: Context, id: string): Promise<void> {
  const deleted = await context.database.query
    .update(mediaFile)
    .set({ deleted: sql`coalesce(${mediaFile.deleted}, now())` })
    .where(and(eq(mediaFile.id, id), eq(mediaFile.userId, signedInUser(context))))
    .returning({ id: mediaFile.id });
  if (deleted.length === 0) throw unknownFile();
}
