import { and, eq, sql } from 'drizzle-orm';
import { type Context, signedInUser } from '#server/context.ts';
import { conversation } from '#server/db/schema/chat.ts';
import { unknownConversation } from '#server/services/conversations/changeConversation.ts';

/** The moment of a deletion, to the microsecond: the key of undoing it. */
export type Deletion = { deleted: string; count: number };

const microseconds = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/**
 * Deletes a conversation of the acting user; a running answer of it is stopped. Deleted again, it tells the first
 * deletion. Throws `unknown_conversation`.
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

/** Deletes all conversations of the acting user; their running answers are stopped. */
export function deleteConversations(context: Context): Promise<Deletion> {
  return deleteOwn(context, null);
}

async function deleteOwn(context: Context, id: string | null): Promise<Deletion> {
  const userId = signedInUser(context);
  const { rows } = await context.database.query.execute<Deletion>(
    sql`with gone as (
        update conversation set deleted = now()
        where user_id = ${userId} and deleted is null and (${id}::uuid is null or id = ${id}::uuid)
        returning id
      )
      select to_char(now() at time zone 'UTC', ${microseconds}) as deleted, count(*)::integer as count
      from gone`,
  );
  const [deletion] = rows;
  if (!deletion) throw new Error('The deletion told nothing');
  // Not in one transaction: ends of answers lock these rows in the other order. Questions before the deletion are seen
  // here, and none is asked in a deleted conversation.
  await stopAnswers(context, userId);
  return deletion;
}

/** Stops the running answers of deleted conversations, on whatever server they run. */
async function stopAnswers(context: Context, userId: string): Promise<void> {
  const { rows } = await context.database.query.execute<{ id: string }>(
    sql`with stopped as (
        update answer set stop_requested = true
        from conversation
        where answer.user_id = ${userId} and answer.state = 'running'
          and conversation.id = answer.conversation_id and conversation.deleted is not null
        returning answer.id
      )
      select id::text, pg_notify('answer_stop', id::text) from stopped`,
  );
  // Those that run elsewhere hear it from the database.
  for (const { id } of rows) context.runner.stop(id);
}
