import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '#server/db/connect.ts';
import { searchPlainly } from '#server/db/queries/plainSearch.ts';
import { redactedError } from '#server/errors.ts';
import {
  CatalogueFollower,
  type IndexState,
} from '#server/services/gpts/search/catalogueFollower.ts';
import { readEditorWords } from '#server/services/gpts/search/editorWords.ts';
import {
  type FoundGpts,
  Ranker,
  type RequestedGpts,
} from '#server/services/gpts/search/rankGpts.ts';
import type { SearchIndex } from '#server/services/gpts/search/searchIndex.ts';

export type SearchWorkerData = { databaseUrl: string; indexFile: string };

/** `version` belongs to the result that the asking thread has cached. */
export type SearchRequest = { id: number; requested: RequestedGpts; version: number | undefined };

export type SearchResponse =
  | { kind: 'state'; state: IndexState }
  | { id: number; kind: 'found'; found: FoundGpts; version?: number | undefined }
  | { id: number; kind: 'unchanged' }
  | { id: number; kind: 'failed'; reason: Record<string, unknown> };

const wordsFolder = fileURLToPath(new URL('../../../../content/search', import.meta.url));

/** Most words of a query that are compared while there is no index. */
const plainWords = 8;

/** Changes and counts of conversations can be read at the same time. */
const connections = 2;

const { databaseUrl, indexFile } = workerData as SearchWorkerData;
const database = connect(databaseUrl, { warn: () => undefined }, connections);
const follower = new CatalogueFollower(database, readEditorWords(wordsFolder), {
  file: indexFile,
  onState: (state) => respond({ kind: 'state', state }),
});
const rankers = new WeakMap<SearchIndex, Ranker>();

/** Searches in this thread, because reading a catalogue into memory and ranking it would block the server. */
parentPort?.on('message', (request: SearchRequest) => {
  find(request).then(respond, (error: unknown) => {
    respond({ id: request.id, kind: 'failed', reason: redactedError(error) });
  });
});

async function find({ id, requested, version: known }: SearchRequest): Promise<SearchResponse> {
  const index = await follower.current();
  if (index === undefined) return { id, kind: 'found', found: await findPlainly(requested) };
  const { version } = follower;
  if (version !== undefined && version === known) return { id, kind: 'unchanged' };
  return { id, kind: 'found', found: rankerOf(index).find(requested), version };
}

/** Finds GPTs while a large index is built: by their words alone, without needs, stems and corrected typos. */
async function findPlainly({ query, ...requested }: RequestedGpts): Promise<FoundGpts> {
  const words = [...new Set(query.split(/\s+/).filter(Boolean))].slice(0, plainWords);
  const { ids, total } = await searchPlainly(database.query, { ...requested, words });
  return { ids, total, fullTotal: total, marked: words, categories: [] };
}

function rankerOf(index: SearchIndex): Ranker {
  const ranker = rankers.get(index) ?? new Ranker(index);
  rankers.set(index, ranker);
  return ranker;
}

function respond(message: SearchResponse): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
