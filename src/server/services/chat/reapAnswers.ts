import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { answer } from '#server/db/schema/chat.ts';
import { serverInstance } from '#server/db/schema/operation.ts';
import { finishAnswer, interruption } from '#server/services/chat/finishAnswer.ts';
import { mediaOwnerId } from '#server/services/chat/mediaOwner.ts';
import { notifyReaders } from '#server/services/chat/notifyReaders.ts';

/** Seconds without a heartbeat after which a server counts as dead. */
const deadAfterSeconds = 20;

/** Answers that are ended at once; the others have their turn at the next heartbeat. */
const reapedAtOnce = 500;

type Orphan = { id: string; ownerId: string };

/**
 * Ends the answers of servers that have left and, with `'left and silent'`, of those without a heartbeat for a while.
 * Any number of servers may try at once. Returns how many this call ended; throws the first failure, after all.
 */
export async function reapAnswers(
  database: Database,
  now: Date,
  which: 'left' | 'left and silent',
): Promise<number> {
  const silent = sql`${serverInstance.heartbeat} < now() - make_interval(secs => ${deadAfterSeconds})`;
  const isOwnerGone =
    which === 'left' ? isNull(serverInstance.id) : or(isNull(serverInstance.id), silent);
  const orphans = await database.query
    .select({ id: answer.id, ownerId: answer.ownerId })
    .from(answer)
    .leftJoin(serverInstance, eq(serverInstance.id, answer.ownerId))
    .where(and(eq(answer.state, 'running'), ne(answer.ownerId, mediaOwnerId), isOwnerGone))
    .limit(reapedAtOnce);
  return interruptAnswers(database, orphans, now);
}

/**
 * Ends answers as interrupted: what was written is kept, what was held is released. Returns how many this call ended;
 * one that cannot be ended does not keep the others waiting, its failure is thrown at the end.
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
  if (failures.length > 0) throw failures[0];
  return ended.length;
}
