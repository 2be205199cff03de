import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { findOwnAnswer } from '#server/services/chat/followAnswer.ts';

/**
 * Asks the server that runs an answer to stop it; an answer that has ended stays as it is. A server that does not hear
 * the notification finds the request at its next heartbeat. Throws `not_found`.
 */
export async function stopAnswer(context: Context, answerId: string): Promise<void> {
  await findOwnAnswer(context, answerId);
  if (context.runner.find(answerId)) return context.runner.stop(answerId);
  await context.database.query.execute(
    sql`with stopped as (update answer set stop_requested = true
        where id = ${answerId} and state = 'running' returning id)
      select pg_notify('answer_stop', id::text) from stopped`,
  );
}
