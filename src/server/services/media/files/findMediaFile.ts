import { and, eq, isNull } from 'drizzle-orm';
import { mediaTypeFacts } from '#domain/media/media.ts';
import type { Context } from '#server/context.ts';
import { conversation, conversationShare, message } from '#server/db/schema/chat.ts';
import { mediaFile, mediaJob } from '#server/db/schema/mediaJobs.ts';
import { AppError } from '#server/errors.ts';
import type { MediaContent } from '#server/gateways/storage/media.ts';
import { cleanName } from '#server/services/files/fileName.ts';
import { readBranchIds } from '#server/db/queries/branches.ts';
import { mediaKey } from '#server/services/media/files/toMediaFile.ts';

export type MediaDownload = { content: MediaContent; name: string; type: string };

/** Most characters of a prompt in the name of a file. */
const nameCharacters = 60;

type Row = {
  file: typeof mediaFile.$inferSelect;
  prompt: string;
  conversationId: string;
};

/**
 * Returns the content of a file for its user, or for anyone with the id of a shared conversation that shows it. Throws
 * `not_found`, also if it may not be read, and `gone` if it was deleted.
 */
export async function findMediaFile(
  context: Context,
  id: string,
  shareId?: string,
): Promise<MediaDownload> {
  const { database, media, log } = context;
  const [row] = await database.query
    .select({ file: mediaFile, prompt: mediaJob.prompt, conversationId: message.conversationId })
    .from(mediaFile)
    .innerJoin(mediaJob, eq(mediaJob.answerId, mediaFile.answerId))
    .innerJoin(message, eq(message.id, mediaFile.messageId))
    .where(eq(mediaFile.id, id));
  if (!row || !(await mayRead(context, row, shareId))) throw unknownFile();
  const { file, prompt } = row;
  if (file.deleted) throw new AppError('gone', 'This file was deleted');
  const content = await media.get(mediaKey(id));
  if (content) return { content, name: nameOf(file, prompt), type: file.type };
  log.error({ file: id }, 'the media store has lost a file');
  throw unknownFile();
}

export function unknownFile(): AppError {
  return new AppError('not_found', 'There is no file with this id');
}

async function mayRead(
  { actor, database: { query } }: Context,
  { file, conversationId }: Row,
  shareId: string | undefined,
): Promise<boolean> {
  if (actor.kind === 'user' && actor.userId === file.userId) return true;
  if (shareId === undefined) return false;
  const [share] = await query
    .select({ leafId: conversationShare.leafId })
    .from(conversationShare)
    .innerJoin(conversation, eq(conversation.id, conversationShare.conversationId))
    .where(
      and(
        eq(conversationShare.id, shareId),
        eq(conversationShare.conversationId, conversationId),
        isNull(conversationShare.revoked),
        isNull(conversation.deleted),
      ),
    );
  if (!share) return false;
  return (await readBranchIds(query, conversationId, share.leafId)).includes(file.messageId);
}

/** Returns the title, else the beginning of the prompt, with the extension of the type. */
function nameOf(file: Row['file'], prompt: string): string {
  const words = cleanName((file.title || prompt).replaceAll(/[/\\]/g, ' '));
  const short = [...words].slice(0, nameCharacters).join('').trim();
  return `${short || file.kind}.${mediaTypeFacts[file.type].extension}`;
}
