import { asc, inArray } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { attachment } from '#server/db/schema/chat.ts';
import {
  type AttachmentRow,
  attachmentColumns,
} from '#server/services/attachments/toAttachment.ts';

export type AttachmentsByMessage = ReadonlyMap<string, readonly AttachmentRow[]>;

/** Returns the attachments of messages by message id, in their order. */
export async function attachmentsOfMessages(
  query: Executor,
  messageIds: readonly string[],
): Promise<AttachmentsByMessage> {
  if (messageIds.length === 0) return new Map();
  const rows = await query
    .select(attachmentColumns)
    .from(attachment)
    .where(inArray(attachment.messageId, [...messageIds]))
    .orderBy(asc(attachment.place));
  return Map.groupBy(rows, ({ messageId }) => messageId ?? '');
}
