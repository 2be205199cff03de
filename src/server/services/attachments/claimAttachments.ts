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
 * Attaches uploaded files to a question, whose message is stored in the same transaction, in the order of `ids`. Files
 * of the same conversation may be attached again: an edited question keeps its files. Throws `unknown_attachment` with
 * the first file that is not the user's own, was deleted or was sent elsewhere.
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
    if (!row) throw unknownAttachment(place, id);
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
        // A job is about to delete files that are older.
        sql`${attachment.created} > now() - interval '1 day'`,
      ),
    )
    .returning(attachmentColumns);
  return row;
}

/** Inserts a second attachment with the same content. All of them are deleted with their conversation. */
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
    // The text may be long, so PostgreSQL copies it.
    text: sql`(select text from attachment where id = ${id})`,
  };
  const [row] = await transaction.insert(attachment).values(again).returning(attachmentColumns);
  return row;
}

function unknownAttachment(place: number, id: string): AppError {
  const field = `attachment_ids.${place}`;
  const rule =
    'must be an attachment of your own that was not sent yet, or was sent in this conversation';
  return new AppError('unknown_attachment', `${field}: ${rule}`, {
    field,
    id,
    fields: [{ field, rule }],
  });
}
