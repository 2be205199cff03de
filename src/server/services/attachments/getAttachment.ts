import { and, eq } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import type { MediaContent } from '#server/gateways/storage/media.ts';
import { attachmentKey } from '#server/services/attachments/attachmentKey.ts';

export type AttachmentContent = MediaContent & { kind: string; name: string; type: string };

/** Returns an attachment of the acting user with its content. Throws `unknown_attachment`. */
export async function getAttachment(context: Context, id: string): Promise<AttachmentContent> {
  const { kind, name, type, contentId } = attachment;
  const [found] = await context.database.query
    .select({ kind, name, type, contentId })
    .from(attachment)
    .where(and(eq(attachment.id, id), eq(attachment.userId, signedInUser(context))));
  if (!found) throw new AppError('unknown_attachment', 'There is no attachment with this id');
  const content = await context.media.get(attachmentKey({ ...found, id }));
  if (content) return { ...found, ...content };
  context.log.error({ attachment: id }, 'the media store has lost a file');
  throw new AppError('unknown_attachment', 'The content of this attachment is lost');
}
