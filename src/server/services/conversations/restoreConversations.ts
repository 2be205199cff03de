import { and, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';

/** Minutes during which a deleted conversation can be restored; later it is purged. */
export const restoredForMinutes = 60;

/** Restores the conversations that the acting user deleted at exactly that time. Restoring it again changes nothing. */
export async function restoreConversations(
  context: Context,
  { deleted }: { deleted: string },
): Promise<{ count: number }> {
  const restored = await context.database.query
    .update(conversation)
    .set({ deleted: null })
    .where(
      and(
        eq(conversation.userId, signedInUser(context)),
        sql`${conversation.deleted} = ${deleted}::timestamptz`,
        sql`${conversation.deleted} >= now() - make_interval(mins => ${restoredForMinutes})`,
      ),
    )
    .returning({ id: conversation.id });
  return { count: restored.length };
}
