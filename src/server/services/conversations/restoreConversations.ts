import { and, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';

/** Minutes during which a deleted conversation can be restored; later it is purged. */
export const restoredForMinutes = 60;

/** Restores the conversations that the acting user deleted at exactly that time. Restoring it again changes nothing. */
export async function restoreConversations(
  context: Context,
  { deleted }: { deleted: string },
): Promise<{ count: number }> {
  const userId = signedInUser(context);
  const restored = await context.database.query
    .update(conversation)
    .set({ deleted: null })
    .where(
      and(
        eq(conversation.userId, userId),
        sql`${conversation.deleted} = ${deleted}::timestamptz`,
        sql`${conversation.deleted} >= now() - make_interval(mins => ${restoredForMinutes})`,
      ),
    )
    .returning({ id: conversation.id });
  if (restored.length > 0) await sendChange(context, 'changed', userId);
  return { count: restored.length };
}
