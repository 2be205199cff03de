import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { attachment } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import {
  type AttachmentRow,
  attachmentColumns,
} from '#server/services/attachments/toAttachment.ts';

/**
 * Sends attachments with a question, whose message is stored in the same transaction, in the order of `ids`. Each can be
 * sent once. Throws `unknown_attachment`, naming the first that is not the user's own, is gone or was sent before.
 */
export async function claimAttachments(
  transaction: Executor,
  userId: string,
  ids: readonly string[],
  messageId: string,
): Promise<AttachmentRow[]> {
  const claimed: AttachmentRow[] = [];
  for (const [place, id] of ids.entries()) {
    const [row] = await transaction
      .update(attachment)
      .set({ messageId, place })
      .where(
        and(
          eq(attachment.id, id),
          eq(attachment.userId, userId),
          isNull(attachment.messageId),
          // What a job is about to delete is not sent any more.
          sql`${attachment.created} > now() - interval '1 day'`,
        ),
      )
      .returning(attachmentColumns);
    if (!row) throw notThere(place, id);
    claimed.push(row);
  }
  return claimed;
}

function notThere(place: number, id: string): AppError {
  const field = `attachment_ids.${place}`;
  const rule = 'must be an attachment of your own that was not sent yet';
  return new AppError('unknown_attachment', `${field}: ${rule}`, {
    field,
    id,
    fields: [{ field, rule }],
  });
}
