import type { Attachment } from '#contract/chat/attachments.ts';
import { attachment } from '#server/db/schema/chat.ts';

/** All columns of an attachment except its text, which may be long. */
export const attachmentColumns = {
  id: attachment.id,
  contentId: attachment.contentId,
  messageId: attachment.messageId,
  kind: attachment.kind,
  name: attachment.name,
  type: attachment.type,
  size: attachment.size,
  width: attachment.width,
  height: attachment.height,
  pages: attachment.pages,
  characters: attachment.characters,
  tokens: attachment.tokens,
};

export type AttachmentRow = Pick<typeof attachment.$inferSelect, keyof typeof attachmentColumns>;

export function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    type: row.type,
    size: row.size,
    width: row.width,
    height: row.height,
    characters: row.characters,
    pages: row.pages,
    tokens: row.tokens,
  };
}
