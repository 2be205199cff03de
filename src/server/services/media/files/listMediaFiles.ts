import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { MediaFile } from '#contract/media/media.ts';
import type { MediaKind } from '#domain/media/media.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { message } from '#server/db/schema/chat.ts';
import { mediaFile, mediaJob } from '#server/db/schema/mediaJobs.ts';
import { type Usage, limitOf, readUsage } from '#server/services/media/files/usage.ts';
import { toMediaFile } from '#server/services/media/files/toMediaFile.ts';
import { readTier } from '#server/services/plans/readTier.ts';

type GalleryQuery = {
  kind?: MediaKind | undefined;
  before?: string | undefined;
  size?: number | undefined;
};

type Item = MediaFile & {
  conversation_id: string;
  message_id: string;
  prompt: string;
  model: string;
  created: string;
};

type Gallery = { items: Item[]; has_more: boolean; used: Usage; limit: Usage };

const usualSize = 24;

/** Lists the files that media models generated for the acting user, newest first, and the used space. */
export async function listMediaFiles(
  context: Context,
  { kind, before, size = usualSize }: GalleryQuery,
): Promise<Gallery> {
  const userId = signedInUser(context);
  const { query } = context.database;
  const isBefore =
    before &&
    sql`(${mediaFile.created}, ${mediaFile.id}) < (select created, id from media_file where id = ${before} and user_id = ${userId})`;
  const rows = await query
    .select({
      file: mediaFile,
      conversationId: message.conversationId,
      prompt: mediaJob.prompt,
      model: mediaJob.model,
    })
    .from(mediaFile)
    .innerJoin(message, eq(message.id, mediaFile.messageId))
    .innerJoin(mediaJob, eq(mediaJob.answerId, mediaFile.answerId))
    .where(
      and(
        eq(mediaFile.userId, userId),
        isNull(mediaFile.deleted),
        kind && eq(mediaFile.kind, kind),
        isBefore || undefined,
      ),
    )
    .orderBy(desc(mediaFile.created), desc(mediaFile.id))
    .limit(size + 1);
  const items = rows.slice(0, size).map(({ file, conversationId, prompt, model }) => ({
    ...toMediaFile(file),
    conversation_id: conversationId,
    message_id: file.messageId,
    prompt,
    model,
    created: file.created.toISOString(),
  }));
  const used = await readUsage(query, userId);
  const limit = limitOf(context.config, await readTier(query, userId, context.now()));
  return { items, has_more: rows.length > size, used, limit };
}
