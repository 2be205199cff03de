import { parentPort, workerData } from 'node:worker_threads';
import { ModulePreloads } from '#builder/modulePreloads.ts';
import { PageAssembler } from '#builder/pageAssembler.ts';
import type { PieceChanges } from '#builder/pieces.ts';
import { type StoredFile, storePage } from '#builder/releaseFiles.ts';

export type StoreRequest = {
  id: number;
  store: string;
  path: string;
  body: Uint8Array;
  type: string;
  pieces: PieceChanges;
  recompressList: string | undefined;
};
export type StoreResponse =
  | { id: number; kind: 'stored'; stored: StoredFile }
  | { id: number; kind: 'failed'; reason: string };

const assembler = new PageAssembler(new ModulePreloads(workerData as string));

/** The thread that stores rendered pages, because policies, hashing and compression take as long as rendering. */
parentPort?.on('message', ({ id, body, pieces, ...page }: StoreRequest) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  try {
    assembler.add(pieces.added);
    respond({ id, kind: 'stored', stored: storePage({ ...page, body: bytes }, assembler) });
    assembler.drop(pieces.dropped);
  } catch (error) {
    respond({ id, kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});

function respond(message: StoreResponse): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
