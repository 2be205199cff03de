import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { answer } from '#server/db/schema/chat.ts';
import { serverInstance } from '#server/db/schema/operation.ts';
import { finishAnswer, interruption } from '#server/services/answers/close/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/answers/close/mediaOwner.ts';
import { notifyAnswerChanges } from '#server/db/queries/chatChanges.ts';
import { notifyReaders } from '#server/services/answers/follow/notifyReaders.ts';

/** Seconds without a heartbeat after which a server counts as dead: its answers end, and their credits are released. */
const deadAfterSeconds = 20;

/** How much longer than its deadline an answer may be stored as running: its server closes it in this time. */
const overdueSeconds = 60;

/** Most answers that are ended at a time; the others follow at the next heartbeat. */
export const reapedAtOnce = 500;

type Orphan = { id: string; ownerId: string };

/**
 * Ends the answers of servers that have ended and, with `'left and silent'`, also of those without a recent heartbeat.
 * Ends answers that have run for longer than `answerSeconds` allows as well, also those of a server that lives.
 * Several servers may run this at the same time. Returns the number of answers ended by this call; throws the first
 * error after all attempts.
 */
export async function reapAnswers(
  database: Database,
  now: Date,
  which: 'left' | 'left and silent',
  answerSeconds: number,
): Promise<number> {
  const silent = sql`${serverInstance.heartbeat} < now() - make_interval(secs => ${deadAfterSeconds})`;
  const overdue = sql`${answer.created} < now() - make_interval(secs => ${answerSeconds + overdueSeconds})`;
  const isOrphan = or(isNull(serverInstance.id), overdue, which === 'left' ? undefined : silent);
  const orphans = await database.query
    .select({ id: answer.id, ownerId: answer.ownerId })
    .from(answer)
    .leftJoin(serverInstance, eq(serverInstance.id, answer.ownerId))
    .where(and(eq(answer.state, 'running'), ne(answer.ownerId, mediaOwnerId), isOrphan))
    .limit(reapedAtOnce);
  return interruptAnswers(database, orphans, now);
}

/**
 * Ends answers as interrupted: their text stays, their holds are released. Returns the number of answers ended by this
 * call. An error does not stop the others and is thrown at the end.
 */
export async function interruptAnswers(
  database: Database,
  orphans: readonly Orphan[],
  now: Date,
): Promise<number> {
  const ended: string[] = [];
  const failures: unknown[] = [];
  for (const { id, ownerId } of orphans) {
    try {
      const end = await finishAnswer(database, { ...interruption, answerId: id, ownerId, now });
      if (end) ended.push(id);
    } catch (error) {
      failures.push(error);
    }
  }
  await notifyReaders(database, ended);
  await notifyAnswerChanges(database.query, 'ended', ended);
  if (failures.length > 0) throw failures[0];
  return ended.length;
}
