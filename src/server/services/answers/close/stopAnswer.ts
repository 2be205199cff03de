import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { answer } from '#server/db/schema/chat.ts';
import { findOwnAnswer } from '#server/services/answers/follow/followAnswer.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';

/**
 * Requests the server that runs an answer to stop it; does nothing after its end. If the notification is lost, that
 * server finds the request at its next heartbeat. Throws `not_found`.
 */
export async function stopAnswer(context: Context, answerId: string): Promise<void> {
  await findOwnAnswer(context, answerId);
  if (context.runner.find(answerId)) return context.runner.stop(answerId);
  const { query } = context.database;
  const [stopped] = await query
    .update(answer)
    .set({ stopRequested: true })
    .where(and(eq(answer.id, answerId), eq(answer.state, 'running')))
    .returning({
      ownerId: answer.ownerId,
      notified: sql`pg_notify('answer_stop', ${answer.id}::text)`,
    });
  if (stopped?.ownerId === mediaOwnerId) {
    await context.producers.media.noticeStop(context, answerId);
  }
}
