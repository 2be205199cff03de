import { and, desc, eq, sql } from 'drizzle-orm';
import type { listDeletedConversations as endpoint } from '#contract/conversations/deletedConversations.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { restoredForDays } from '#domain/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { microseconds } from '#server/db/queries/conversations.ts';
import { conversation } from '#server/db/schema/chat.ts';
import {
  cardColumns,
  toConversationCard,
} from '#server/services/conversations/listConversations.ts';
import { isRestorable } from '#server/services/conversations/restoreConversations.ts';

/** Most listed conversations per page. */
const defaultSize = 50;

/**
 * Lists the acting user's deleted conversations that can still be restored, the last deleted first. Conversations that
 * were deleted together have the same time, so the cursor is the time and the id of the last one.
 */
export async function listDeletedConversations(
  context: Context,
  page: { before?: string | undefined; after_id?: string | undefined; size?: number | undefined },
): Promise<ResponseOf<typeof endpoint>> {
  const { before, after_id: afterId, size = defaultSize } = page;
  const isLater =
    before === undefined
      ? undefined
      : sql`(${conversation.deleted}, ${conversation.id}) < (${before}::timestamptz, ${afterId ?? nilId}::uuid)`;
  const rows = await context.database.query
    .select({
      ...cardColumns,
      deleted: sql<string>`to_char(${conversation.deleted} at time zone 'UTC', ${microseconds})`,
      until: sql<string>`to_char((${conversation.deleted} + make_interval(days => ${restoredForDays})) at time zone 'UTC', ${microseconds})`,
    })
    .from(conversation)
    .where(and(eq(conversation.userId, signedInUser(context)), isRestorable, isLater))
    .orderBy(desc(conversation.deleted), desc(conversation.id))
    .limit(size);
  return {
    items: rows.map(({ deleted, until, ...card }) => ({
      ...toConversationCard(card),
      deleted,
      restorable_until: until,
    })),
  };
}

const nilId = '00000000-0000-0000-0000-000000000000';
