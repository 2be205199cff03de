import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

/** Deletes the events of answers that ended more than a day ago: their text stands in the message. */
export async function deleteOldEvents(database: Database): Promise<void> {
  await database.query.execute(
    sql`delete from answer_event e using answer a
      where a.id = e.answer_id and a.state <> 'running' and a.ended < now() - interval '1 day'`,
  );
}
