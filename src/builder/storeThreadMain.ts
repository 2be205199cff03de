import { parentPort } from 'node:worker_threads';
import { type StoredFile, storePage } from '#builder/releaseFiles.ts';

export type StoreRequest = {
  id: number;
  store: string;
  path: string;
  body: Uint8Array;
  type: string;
  recompressList: string | undefined;
};
export type StoreResponse =
  | { id: number; kind: 'stored'; stored: StoredFile }
  | { id: number; kind: 'failed'; reason: string };

/** The thread that stores rendered pages, because policies, hashing and compression take longer than rendering. */
parentPort?.on('message', ({ id, body, ...page }: StoreRequest) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    respond({ id, kind: 'stored', stored: storePage({ ...page, body: bytes }) });
  } catch (error) {
    respond({ id, kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});

function respond(message: StoreResponse): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread is no window and has no origin
  parentPort?.postMessage(message);
}
