import type { Database } from '#server/db/connect.ts';
import { insertEvents } from '#server/db/queries/answers.ts';
import type { LiveAnswer, NumberedEvent } from '#server/services/chat/liveAnswer.ts';

/**
 * Characters of events in one statement, of an event that is longer that one alone. Hundreds of long answers at once would
 * otherwise be one statement that runs out of time, and none of their events would ever be stored.
 */
const statementCharacters = 4_000_000;

/** A new event of an answer, as JSON for the statement. */
type Row = { live: LiveAnswer; number: number; json: string };

/**
 * Stores the new events of all answers that this server runs, in as few statements as their size allows. Returns the ids
 * of those that have new ones, and the answers that this server no longer owns, whose events are not stored. Throws when
 * a statement fails; what the ones before stored is marked.
 */
export async function writeEvents(
  database: Database,
  ownerId: string,
  answers: readonly LiveAnswer[],
): Promise<{ stored: string[]; lost: LiveAnswer[] }> {
  const stored = new Set<string>();
  const lost = new Set<LiveAnswer>();
  for (const batch of batchesOf(answers)) {
    const rows = batch.filter(({ live }) => !lost.has(live));
    const ids = [...new Set(rows.map(({ live }) => live.id))];
    if (ids.length === 0) continue;
    const json = `[${rows.map((row) => row.json).join(',')}]`;
    const ownedIds = await insertEvents(database.query, ownerId, ids, json);
    for (const id of ownedIds) stored.add(id);
    for (const { live, number } of rows) {
      if (ownedIds.has(live.id)) live.markStored(number);
      else lost.add(live);
    }
  }
  return { stored: [...stored], lost: [...lost] };
}

/** The new events of answers, in the order of each answer. */
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

/** In the words that the event was sent in. */
function rowOf(answerId: string, { number, event, json }: NumberedEvent): string {
  return `{"answer_id":"${answerId}","number":${number},"event":${json ?? JSON.stringify(event)}}`;
}
