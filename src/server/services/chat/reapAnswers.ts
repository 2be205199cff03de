import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { answer, answerEvent, serverInstance } from '#server/db/schema.ts';
import { finishAnswer } from '#server/services/chat/finishAnswer.ts';

/** Seconds without a heartbeat after which a server counts as dead. */
export const deadAfterSeconds = 20;

/** Says that this server lives. The database's clock is the only one that counts. */
export async function beat(database: Database, ownerId: string): Promise<void> {
  await database.query
    .insert(serverInstance)
    .values({ id: ownerId })
    .onConflictDoUpdate({ target: serverInstance.id, set: { heartbeat: sql`now()` } });
}

/** Says that this server has ended in order. */
export async function leave(database: Database, ownerId: string): Promise<void> {
  await database.query.delete(serverInstance).where(eq(serverInstance.id, ownerId));
}

/**
 * Ends the answers of dead servers as interrupted: what they wrote is kept, what they held is released. Any number of
 * servers may try at once. Answers how many this call ended.
 */
export async function reapAnswers(database: Database, now: Date): Promise<number> {
  const orphans = await database.query
    .select({ id: answer.id, ownerId: answer.ownerId })
    .from(answer)
    .leftJoin(serverInstance, eq(serverInstance.id, answer.ownerId))
    .where(
      sql`${answer.state} = 'running' and (${serverInstance.id} is null
        or ${serverInstance.heartbeat} < now() - make_interval(secs => ${deadAfterSeconds}))`,
    )
    .limit(500);
  let reaped = 0;
  for (const orphan of orphans) {
    const end = await finishAnswer(database, {
      answerId: orphan.id,
      ownerId: orphan.ownerId,
      outcome: { state: 'interrupted', reason: 'server_stopped', charged: false, truncated: false },
      events: [],
      text: await storedText(database, orphan.id),
      now,
    });
    if (end) reaped += 1;
  }
  await database.query.execute(
    sql`delete from server_instance where heartbeat < now() - interval '1 hour'`,
  );
  return reaped;
}

async function storedText(database: Database, answerId: string): Promise<string> {
  const events = await database.query
    .select({ event: answerEvent.event })
    .from(answerEvent)
    .where(eq(answerEvent.answerId, answerId))
    .orderBy(answerEvent.number);
  return events.map(({ event }) => (event.type === 'delta' ? event.text : '')).join('');
}
