import { and, eq, inArray } from 'drizzle-orm';
import type { CorePlatform } from '#server/context.ts';
import { notify } from '#server/db/notify.ts';
import { answer } from '#server/db/schema/chat.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { interruptAnswers } from '#server/services/answers/close/reapAnswers.ts';
import { wakeStep } from '#server/services/media/jobs/wake.ts';

/**
 * Ends the running and queued answers of a user, free of charge. Text answers end here, and their servers then stop to
 * read the models; media jobs are stopped by the next server or worker. Returns the number of each.
 */
export async function endAnswers(
  { database, now }: CorePlatform,
  userId: string,
): Promise<{ texts: number; media: number }> {
  const { query } = database;
  const isRunning = and(eq(answer.userId, userId), eq(answer.state, 'running'));
  const running = await query
    .select({ id: answer.id, ownerId: answer.ownerId })
    .from(answer)
    .where(isRunning);
  const media = running.filter(({ ownerId }) => ownerId === mediaOwnerId).map(({ id }) => id);
  const texts = running.filter(({ ownerId }) => ownerId !== mediaOwnerId);
  // First, so that a stop of the user, which may be charged, comes too late.
  const ended = await interruptAnswers(database, texts, now());
  for (const { id } of texts) await notify(query, 'answer_stop', id);
  if (media.length > 0) {
    await query
      .update(answer)
      .set({ stopRequested: true })
      .where(and(inArray(answer.id, media), eq(answer.state, 'running')));
    for (const id of media) await wakeStep(query, id);
  }
  return { texts: ended, media: media.length };
}
