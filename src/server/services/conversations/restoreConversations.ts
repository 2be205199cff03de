import { type SQL, and, eq, sql } from 'drizzle-orm';
import { restoredForDays } from '#domain/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';

/** The condition that a conversation was deleted so recently that it can be restored. */
export const isRestorable: SQL = sql`${conversation.deleted} >= now() - make_interval(days => ${restoredForDays})`;

/**
 * Restores the conversations that the acting user deleted at exactly that time, or only the one with this id. Restoring
 * again changes nothing.
 */
export async function restoreConversations(
  context: Context,
  { deleted, id }: { deleted: string; id?: string | undefined },
): Promise<{ count: number }> {
  const userId = signedInUser(context);
  const restored = await context.database.query
    .update(conversation)
    .set({ deleted: null })
    .where(
      and(
        eq(conversation.userId, userId),
        sql`${conversation.deleted} = ${deleted}::timestamptz`,
        id === undefined ? undefined : eq(conversation.id, id),
        isRestorable,
      ),
    )
    .returning({ id: conversation.id });
  if (restored.length > 0) await sendChange(context, 'changed', userId);
  return { count: restored.length };
}
