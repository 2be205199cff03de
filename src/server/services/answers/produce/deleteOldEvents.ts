import { and, eq, exists, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/deleteInBatches.ts';
import { answer, answerEvent } from '#server/db/schema/chat.ts';

/** Deletes the events of answers that ended more than a day ago: the message has their text. */
export async function deleteOldEvents(database: Database): Promise<void> {
  const old = database.query
    .select({ id: answer.id })
    .from(answer)
    .where(
      and(
        eq(answer.id, answerEvent.answerId),
        ne(answer.state, 'running'),
        sql`${answer.ended} < now() - interval '1 day'`,
      ),
    );
  await deleteInBatches(database.query, answerEvent, exists(old));
}
