import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { findOwnAnswer } from '#server/services/chat/followAnswer.ts';

/** Asks the server that runs an answer to stop it; an answer that has ended stays as it is. Throws `not_found`. */
export async function stopAnswer(context: Context, answerId: string): Promise<void> {
  await findOwnAnswer(context, answerId);
  if (context.runner.find(answerId)) context.runner.stop(answerId);
  else await context.database.query.execute(sql`select pg_notify('answer_stop', ${answerId})`);
}
