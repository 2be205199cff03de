import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { restoredForMinutes } from '#server/services/conversations/restoreConversations.ts';

/** Conversations that are purged with one statement: each may have thousands of messages. */
const purgedAtOnce = 20;

/**
 * Deletes for good what was deleted longer ago than it can be restored; a trigger notes that files of attachments go.
 * One with a running answer waits for its end. Any number of processes may do it at once, and be broken off. Returns
 * their number.
 */
export async function purgeConversations({ query }: Database): Promise<number> {
  for (let count = 0; ;) {
    const { rowCount } = await query.execute(
      sql`delete from conversation where id in (
        select id from conversation
        where deleted < now() - make_interval(mins => ${restoredForMinutes})
          and not exists (
            select from answer where answer.conversation_id = conversation.id and answer.state = 'running'
          )
        order by deleted limit ${purgedAtOnce}
        for update skip locked
      )`,
    );
    count += rowCount ?? 0;
    if ((rowCount ?? 0) < purgedAtOnce) return count;
  }
}
