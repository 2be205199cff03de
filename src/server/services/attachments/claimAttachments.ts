import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { attachment, message } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';
import {
  type AttachmentRow,
  attachmentColumns,
} from '#server/services/attachments/toAttachment.ts';

type Question = { userId: string; conversationId: string; messageId: string };

/**
 * Sends attachments with a question, whose message is stored in the same transaction, in the order of `ids`. Files of
 * the same conversation may be sent again: an edited question keeps its files. Throws `unknown_attachment`, naming the
 * first that is not the user's own, is gone or was sent elsewhere.
 */
export async function claimAttachments(
  transaction: Executor,
  question: Question,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  const claimed: AttachmentRow[] = [];
  for (const [place, id] of ids.entries()) {
    const row =
      (await send(transaction, question, id, place)) ??
      (await sendAgain(transaction, question, id, place));
    if (!row) throw notThere(place, id);
    claimed.push(row);
  }
  return claimed;
}

async function send(
  transaction: Executor,
  { userId, messageId }: Question,
  id: string,
  place: number,
): Promise<AttachmentRow | undefined> {
  const [row] = await transaction
    .update(attachment)
    .set({ messageId, place })
    .where(
      and(
        eq(attachment.id, id),
        eq(attachment.userId, userId),
        isNull(attachment.messageId),
        // A file that a job is about to delete cannot be sent any more.
        sql`${attachment.created} > now() - interval '1 day'`,
      ),
    )
    .returning(attachmentColumns);
  return row;
}

/** A second one with the same content, which lives as long as any of them: all go with their conversation. */
async function sendAgain(
  transaction: Executor,
  { userId, conversationId, messageId }: Question,
  id: string,
  place: number,
): Promise<AttachmentRow | undefined> {
  const [found] = await transaction
    .select({ sent: attachmentColumns })
    .from(attachment)
    .innerJoin(message, eq(message.id, attachment.messageId))
    .where(
      and(
        eq(attachment.id, id),
        eq(attachment.userId, userId),
        eq(message.conversationId, conversationId),
        ne(message.id, messageId),
      ),
    );
  if (!found) return undefined;
  const { sent } = found;
  const again = {
    ...sent,
    id: randomUUID(),
    userId,
    contentId: sent.contentId ?? sent.id,
    messageId,
    place,
    // It may be long: it is copied where it is.
    text: sql`(select text from attachment where id = ${id})`,
  };
  const [row] = await transaction.insert(attachment).values(again).returning(attachmentColumns);
  return row;
}

function notThere(place: number, id: string): AppError {
  const field = `attachment_ids.${place}`;
  const rule =
    'must be an attachment of your own that was not sent yet, or was sent in this conversation';
  return new AppError('unknown_attachment', `${field}: ${rule}`, {
    field,
    id,
    fields: [{ field, rule }],
  });
}
