import type { Database } from '#server/db/connect.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/** Ids that fit into one notification (PostgreSQL allows 8,000 bytes). */
const idsPerNotification = 200;

/**
 * Stores the new events of all answers that this server runs, in one statement, and notifies readers elsewhere.
 * Events of an answer that this server no longer owns are not stored; those answers are returned.
 */
export async function writeEvents(
  database: Database,
  ownerId: string,
  answers: readonly LiveAnswer[],
): Promise<LiveAnswer[]> {
  const pending = answers
    .map((live) => ({ live, events: live.unstored() }))
    .filter(({ events }) => events.length > 0);
  if (pending.length === 0) return [];
  const rows = pending.flatMap(({ live, events }) =>
    events.map((numbered) => rowOf(live.id, numbered)),
  );
  // The share lock makes a reaper wait for this statement, and this statement see what the reaper did.
  const { rows: owned } = await database.pool.query<{ id: string }>(
    `with owned as (
       select id from answer where id = any($2::uuid[]) and owner_id = $1 and state = 'running' for share
     ), stored as (
       insert into answer_event (answer_id, number, event)
       select answer_id, number, event
       from json_to_recordset($3::json) as e(answer_id uuid, number integer, event jsonb)
       join owned on owned.id = e.answer_id
       on conflict do nothing
     )
     select id::text from owned`,
    [ownerId, pending.map(({ live }) => live.id), `[${rows.join(',')}]`],
  );
  const stillOwned = new Set(owned.map(({ id }) => id));
  for (const { live, events } of pending) {
    const last = events.at(-1);
    if (last && stillOwned.has(live.id)) live.markStored(last.number);
  }
  await notifyReaders(database, [...stillOwned]);
  return pending.filter(({ live }) => !stillOwned.has(live.id)).map(({ live }) => live);
}

/** In the words that the event was sent in. */
function rowOf(answerId: string, { number, event, json }: NumberedEvent): string {
  return `{"answer_id":"${answerId}","number":${number},"event":${json ?? JSON.stringify(event)}}`;
}

async function notifyReaders(database: Database, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerNotification) {
    const payload = ids.slice(start, start + idsPerNotification).join(',');
    await database.pool.query(`select pg_notify('answer_event', $1)`, [payload]);
  }
}
