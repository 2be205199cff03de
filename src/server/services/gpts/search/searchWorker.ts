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

/** The thread that searches: reading a catalogue into memory and ranking it would delay every answer of the server. */
parentPort?.on('message', ({ id, wanted }: SearchRequest) => {
  find(wanted).then(
    (found) => answer({ id, kind: 'found', found }),
    (error: unknown) => answer({ id, kind: 'failed', reason: redactedError(error) }),
  );
});

async function find(wanted: WantedGpts): Promise<FoundGpts> {
  const index = await follower.current();
  const ranker = rankers.get(index) ?? new Ranker(index);
  rankers.set(index, ranker);
  return ranker.find(wanted);
}

function answer(message: SearchAnswer): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread is no window and has no origin
  parentPort?.postMessage(message);
}
