import type { Database } from '#server/db/connect.ts';
import { type Statement, run } from '#server/db/statement.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/** The share lock makes a reaper wait for this statement, and this statement see what the reaper did. */
const storing: Statement = {
  name: 'store_events',
  text: `with owned as (
      select id from answer where id = any($2::uuid[]) and owner_id = $1 and state = 'running' for share
    ), stored as (
      insert into answer_event (answer_id, number, event)
      select answer_id, number, event
      from json_to_recordset($3::json) as e(answer_id uuid, number integer, event jsonb)
      join owned on owned.id = e.answer_id
      on conflict do nothing
    )
    select id::text from owned`,
};

/**
 * Stores the new events of all answers that this server runs, in one statement. Answers the ids of those that have new
 * ones, and the answers that this server no longer owns, whose events are not stored.
 */
export async function writeEvents(
  database: Database,
  ownerId: string,
  answers: readonly LiveAnswer[],
): Promise<{ stored: string[]; lost: LiveAnswer[] }> {
  const pending = answers
    .map((live) => ({ live, events: live.unstored() }))
    .filter(({ events }) => events.length > 0);
  if (pending.length === 0) return { stored: [], lost: [] };
  const rows = pending.flatMap(({ live, events }) =>
    events.map((numbered) => rowOf(live.id, numbered)),
  );
  const owned = await run<{ id: string }>(database.query, storing, [
    ownerId,
    pending.map(({ live }) => live.id),
    `[${rows.join(',')}]`,
  ]);
  const stillOwned = new Set(owned.map(({ id }) => id));
  for (const { live, events } of pending) {
    const last = events.at(-1);
    if (last && stillOwned.has(live.id)) live.markStored(last.number);
  }
  const lost = pending.filter(({ live }) => !stillOwned.has(live.id)).map(({ live }) => live);
  return { stored: [...stillOwned], lost };
}

/** In the words that the event was sent in. */
function rowOf(answerId: string, { number, event, json }: NumberedEvent): string {
  return `{"answer_id":"${answerId}","number":${number},"event":${json ?? JSON.stringify(event)}}`;
}
