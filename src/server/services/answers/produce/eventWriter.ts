import type { Database } from '#server/db/connect.ts';
import { insertEvents } from '#server/db/queries/answers.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/answers/produce/liveAnswer.ts';

/**
 * Most characters of events in one statement; a longer event has a statement of its own. Without this limit, hundreds
 * of long answers would be one statement that exceeds its time limit, and none of their events would be stored.
 */
const statementCharacters = 4_000_000;

type Row = { live: LiveAnswer; number: number; json: string };

/**
 * Stores the new events of all answers that this server runs, in as few statements as possible. Returns the ids of
 * answers with new events, and the answers that this server no longer owns, whose events are not stored. Throws when a
 * statement fails; events of earlier statements are marked as stored.
 */
export async function writeEvents(
  database: Database,
  ownerId: string,
  answers: readonly LiveAnswer[],
): Promise<{ stored: string[]; notOwned: LiveAnswer[] }> {
  const stored = new Set<string>();
  const notOwned = new Set<LiveAnswer>();
  for (const batch of batchesOf(answers)) {
    const rows = batch.filter(({ live }) => !notOwned.has(live));
    const ids = [...new Set(rows.map(({ live }) => live.id))];
    if (ids.length === 0) continue;
    const json = `[${rows.map((row) => row.json).join(',')}]`;
    const ownedIds = await insertEvents(database.query, ownerId, ids, json);
    for (const id of ownedIds) stored.add(id);
    for (const { live, number } of rows) {
      if (ownedIds.has(live.id)) live.markStored(number);
      else notOwned.add(live);
    }
  }
  return { stored: [...stored], notOwned: [...notOwned] };
}

/** Yields the new events of answers in batches, in the order of each answer. */
function* batchesOf(answers: readonly LiveAnswer[]): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const live of answers) {
    for (const numbered of live.unstored()) {
      const json = rowOf(live.id, numbered);
      if (characters > 0 && characters + json.length > statementCharacters) {
        yield batch;
        [batch, characters] = [[], 0];
      }
      batch.push({ live, number: numbered.number, json });
      characters += json.length;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Returns the row as JSON, reusing the JSON that readers got. */
function rowOf(answerId: string, { number, event, json }: NumberedEvent): string {
  return `{"answer_id":"${answerId}","number":${number},"event":${json ?? JSON.stringify(event)}}`;
}
