import { type SQL, and, eq, inArray, isNotNull, isNull, not, notExists, sql } from 'drizzle-orm';
import { restoredForDays } from '#domain/chat/chat.ts';
import { type Context, signedInUser } from '#server/context.ts';
import type { Database } from '#server/db/connect.ts';
import { answer, conversation } from '#server/db/schema/chat.ts';
import { isRestorable } from '#server/services/conversations/restoreConversations.ts';

/** Most conversations per statement: each may have thousands of messages. */
const purgedAtOnce = 20;

/** A time of deletion that is too long ago to restore anything. */
const longAgo = sql`now() - make_interval(days => ${restoredForDays + 1})`;

/**
 * Permanently deletes conversations that can no longer be restored; a trigger records the files of their attachments
 * for deletion. A conversation with a running answer is deleted after its end. Several processes may run this at the
 * same time, and it may be interrupted. Returns the number of conversations.
 */
export async function purgeConversations({ query }: Database, which?: SQL): Promise<number> {
  const running = query
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.conversationId, conversation.id), eq(answer.state, 'running')));
  const purged = query
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(which, isNotNull(conversation.deleted), not(isRestorable), notExists(running)))
    .orderBy(conversation.deleted)
    .limit(purgedAtOnce)
    .for('update', { skipLocked: true });
  for (let count = 0; ;) {
    const { rowCount } = await query.delete(conversation).where(inArray(conversation.id, purged));
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < purgedAtOnce) return count;
  }
}

/** Deletes temporary conversations whose page did not, a day after their last question, and then all that are over. */
export async function purgeAllConversations(database: Database): Promise<number> {
  const isLeft = sql`${conversation.updated} < now() - interval '1 day'`;
  await database.query
    .update(conversation)
    .set({ deleted: longAgo })
    .where(and(eq(conversation.temporary, true), isNull(conversation.deleted), isLeft));
  return purgeConversations(database);
}

/**
 * Permanently deletes a recently deleted conversation of the acting user, or all of them if `id` is omitted. From here
 * on none of them can be restored; one whose answer still runs is removed by the job. Returns their number.
 */
export async function purgeDeleted(context: Context, id?: string): Promise<{ count: number }> {
  const userId = signedInUser(context);
  const own = and(
    eq(conversation.userId, userId),
    id === undefined ? undefined : eq(conversation.id, id),
  );
  const expired = await context.database.query
    .update(conversation)
    .set({ deleted: longAgo })
    .where(and(own, isRestorable))
    .returning({ id: conversation.id });
  await purgeConversations(context.database, own);
  return { count: expired.length };
}
