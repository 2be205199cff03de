import { and, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { attachment } from '#server/db/schema/chat.ts';

/** Deletes attachments that were not sent within a day; a trigger records their files for deletion. */
export async function deleteUnsent({ query }: Database): Promise<void> {
  await query
    .delete(attachment)
    .where(
      and(isNull(attachment.messageId), lt(attachment.created, sql`now() - interval '1 day'`)),
    );
}
