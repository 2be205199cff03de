import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { type Deletion, markDeleted, microseconds } from '#server/db/queries/conversations.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { sendChange } from '#server/services/chatChanges/sendChange.ts';
import { unknownConversation } from '#server/services/conversations/changeConversation.ts';
import { purgeConversations } from '#server/services/conversations/purgeConversations.ts';

/**
 * Deletes a conversation of the acting user and stops its running answer; a temporary one for good. If it was already
 * deleted, returns that deletion. Throws `unknown_conversation`.
 */
export async function deleteConversation(context: Context, id: string): Promise<Deletion> {
  const deletion = await deleteOwn(context, id);
  if (deletion.count > 0) return deletion;
  const [before] = await context.database.query
    .select({
      deleted: sql<string>`to_char(${conversation.deleted} at time zone 'UTC', ${microseconds})`,
    })
    .from(conversation)
    .where(and(eq(conversation.id, id), eq(conversation.userId, signedInUser(context))));
  if (!before) throw unknownConversation();
  return { deleted: before.deleted, count: 1 };
}

/** Deletes all conversations of the acting user and stops their running answers. */
export function deleteConversations(context: Context): Promise<Deletion> {
  return deleteOwn(context, null);
}

async function deleteOwn(context: Context, id: string | null): Promise<Deletion> {
  const userId = signedInUser(context);
  const { listed, ...deletion } = await markDeleted(context.database.query, userId, id);
  // Not in the same transaction, because finishing an answer locks these rows in the other order. No question can be
  // missed: questions asked before the deletion are visible here, and deleted conversations accept none.
  await stopAnswers(context, userId);
  if (listed > 0) await sendChange(context, 'deleted', userId, id);
  const own = eq(conversation.userId, userId);
  if (deletion.count > 0) {
    await purgeConversations(context.database, and(own, eq(conversation.temporary, true)));
  }
  return deletion;
}

/** Stops the running answers of deleted conversations on all servers. */
async function stopAnswers(context: Context, userId: string): Promise<void> {
  const rows = await context.database.query
    .update(answer)
    .set({ stopRequested: true })
    .from(conversation)
    .where(
      and(
        eq(answer.userId, userId),
        eq(answer.state, 'running'),
        eq(conversation.id, answer.conversationId),
        isNotNull(conversation.deleted),
      ),
    )
    .returning({ id: answer.id, notified: sql`pg_notify('answer_stop', ${answer.id}::text)` });
  // Other servers are notified by the database.
  for (const { id } of rows) context.runner.stop(id);
}
