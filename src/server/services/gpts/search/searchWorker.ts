import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '#server/db/connect.ts';
import { redactedError } from '#server/errors.ts';
import { CatalogueFollower } from '#server/services/gpts/search/catalogueFollower.ts';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import { type FoundGpts, Ranker, type WantedGpts } from '#server/services/gpts/search/rankGpts.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

/** `version` is that of a result which the asking thread has already. */
export type SearchRequest = { id: number; wanted: WantedGpts; version: number | undefined };

export type SearchAnswer =
  | { id: number; kind: 'found'; found: FoundGpts; version: number | undefined }
  | { id: number; kind: 'unchanged' }
  | { id: number; kind: 'failed'; reason: Record<string, unknown> };

const wordsFolder = fileURLToPath(new URL('../../../../content/search', import.meta.url));

/** Changes and the counts of conversations may be read at the same time. */
const connections = 2;

const database = connect(String(workerData), { warn: () => undefined }, connections);
const follower = new CatalogueFollower(database, readEditorWords(wordsFolder));
const rankers = new WeakMap<SearchIndex, Ranker>();

/** The thread that searches: reading a catalogue into memory and ranking it would delay every answer of the server. */
parentPort?.on('message', (request: SearchRequest) => {
  find(request).then(answer, (error: unknown) => {
    answer({ id: request.id, kind: 'failed', reason: redactedError(error) });
  });
});

async function find({ id, wanted, version: known }: SearchRequest): Promise<SearchAnswer> {
  const index = await follower.current();
  const { version } = follower;
  if (version !== undefined && version === known) return { id, kind: 'unchanged' };
  return { id, kind: 'found', found: rankerOf(index).find(wanted), version };
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
