import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '#server/db/connect.ts';
import { redactedError } from '#server/errors.ts';
import { CatalogueFollower } from '#server/services/gpts/search/catalogueFollower.ts';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { type FoundGpts, Ranker, type WantedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

export type SearchRequest = { id: number; wanted: WantedGpts };
export type SearchAnswer =
  | { id: number; kind: 'found'; found: FoundGpts }
  | { id: number; kind: 'failed'; reason: Record<string, unknown> };

const wordsFolder = fileURLToPath(new URL('../../../../content/search', import.meta.url));

/** Changes and the counts of conversations may be read at the same time. */
const connections = 2;

const database = connect(String(workerData), { warn: () => undefined }, connections);
const follower = new CatalogueFollower(database, readEditorWords(wordsFolder));
const rankers = new WeakMap<SearchIndex, Ranker>();

/** Results of the newest searches, for as long as the index stays the same: many people look for the same things. */
const results = new Map<string, FoundGpts>();
const resultsAtMost = 1_000;
let resultsOf: { index: SearchIndex; revision: number } | undefined;

/** The thread that searches: reading a catalogue into memory and ranking it would delay every answer of the server. */
parentPort?.on('message', ({ id, wanted }: SearchRequest) => {
  find(wanted).then(
    (found) => answer({ id, kind: 'found', found }),
    (error: unknown) => answer({ id, kind: 'failed', reason: redactedError(error) }),
  );
});

async function find(wanted: WantedGpts): Promise<FoundGpts> {
  const index = await follower.current();
  forgetResultsBefore(index);
  const key = JSON.stringify(wanted);
  const found = results.get(key) ?? rankerOf(index).find(wanted);
  results.delete(key);
  results.set(key, found);
  if (results.size > resultsAtMost) results.delete(results.keys().next().value ?? '');
  return found;
}

function forgetResultsBefore(index: SearchIndex): void {
  const { revision } = index;
  if (resultsOf?.index !== index || resultsOf.revision !== revision) results.clear();
  resultsOf = { index, revision };
}

function rankerOf(index: SearchIndex): Ranker {
  const ranker = rankers.get(index) ?? new Ranker(index);
  rankers.set(index, ranker);
  return ranker;
}

function answer(message: SearchAnswer): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread is no window and has no origin
  parentPort?.postMessage(message);
}
