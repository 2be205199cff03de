import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { findOwnAnswer } from '#server/services/chat/followAnswer.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/**
 * Asks the server that runs an answer to stop it; an answer that has ended stays as it is. A server that does not hear
 * the notification finds the request at its next heartbeat. Throws `not_found`.
 */
export async function stopAnswer(context: Context, answerId: string): Promise<void> {
  await findOwnAnswer(context, answerId);
  if (context.runner.find(answerId)) return context.runner.stop(answerId);
  const { query } = context.database;
  const { rows } = await query.execute<{ owner: string }>(
    sql`with stopped as (update answer set stop_requested = true
        where id = ${answerId} and state = 'running' returning id, owner_id)
      select pg_notify('answer_stop', id::text), owner_id as owner from stopped`,
  );
  if (rows[0]?.owner === mediaOwnerId) await wakeStep(query, answerId);
}
