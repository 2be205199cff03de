import { eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversationShare } from '#server/db/schema/chat.ts';
import { AppError } from '#server/errors.ts';

/** Revokes the user's link, also of a deleted conversation. Idempotent. Throws `not_found`. */
export async function revokeShare(context: Context, id: string): Promise<{ id: string }> {
  const userId = signedInUser(context);
  const [revoked] = await context.database.query
    .update(conversationShare)
    .set({ revoked: sql`coalesce(${conversationShare.revoked}, now())` })
    .where(
      sql`${eq(conversationShare.id, id)} and exists (
        select from conversation where conversation.id = ${conversationShare.conversationId}
          and conversation.user_id = ${userId}
      )`,
    )
    .returning({ id: conversationShare.id });
  if (!revoked) throw new AppError('not_found', 'There is no link with this id');
  return revoked;
}
