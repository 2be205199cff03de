import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { restoredForMinutes } from '#server/services/conversations/restoreConversations.ts';

/** Most conversations per statement: each may have thousands of messages. */
const purgedAtOnce = 20;

/**
 * Permanently deletes conversations that can no longer be restored; a trigger records the files of their attachments
 * for deletion. A conversation with a running answer is deleted after its end. Several processes may run this at the
 * same time, and it may be interrupted. Returns the number of conversations.
 */
export async function purgeConversations({ query }: Database): Promise<number> {
  const running = query
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.conversationId, conversation.id), eq(answer.state, 'running')));
  const purged = query
    .select({ id: conversation.id })
    .from(conversation)
    .where(
      and(
        sql`${conversation.deleted} < now() - make_interval(mins => ${restoredForMinutes})`,
        notExists(running),
      ),
    )
    .orderBy(conversation.deleted)
    .limit(purgedAtOnce)
    .for('update', { skipLocked: true });
  for (let count = 0; ;) {
    const { rowCount } = await query.delete(conversation).where(inArray(conversation.id, purged));
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < purgedAtOnce) return count;
  }
}
