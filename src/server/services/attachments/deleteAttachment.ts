import { and, eq, isNull } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';

/**
 * Deletes an attachment of the acting user that was not sent; its file is deleted within minutes. Deleting it again
 * does nothing. Throws `conflict` for one that was sent: it is deleted with its conversation.
 */
export async function deleteAttachment(context: Context, id: string): Promise<void> {
  const { query } = context.database;
  const own = and(eq(attachment.id, id), eq(attachment.userId, signedInUser(context)));
  const deleted = await query
    .delete(attachment)
    .where(and(own, isNull(attachment.messageId)))
    .returning({ id: attachment.id });
  if (deleted.length > 0) return;
  const [sent] = await query.select({ id: attachment.id }).from(attachment).where(own);
  if (sent)
    throw new AppError('conflict', 'This attachment was sent and goes with its conversation');
}
