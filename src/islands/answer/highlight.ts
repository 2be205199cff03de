import { BoundedMemo } from '#domain/boundedMemo.ts';
import type {
  CodePiece,
  HighlightRequest,
  HighlightResponse,
} from '#islands/answer/highlightWorker.ts';

export type { CodePiece } from '#islands/answer/highlightWorker.ts';

/** Characters. Longer code is not highlighted, because so many elements would make the page slow. */
const maxLength = 30_000;
const maxCached = 200;
/** The worker is terminated after this time, because a pattern of a grammar may never end. */
const timeoutMilliseconds = 30_000;

const cache = new BoundedMemo<readonly CodePiece[]>(maxCached);
const pending = new Map<number, (pieces: readonly CodePiece[] | undefined) => void>();

let worker: Worker | undefined;
let requests = 0;

/** Returns the pieces of code that was highlighted before. */
export function cachedPieces(code: string, language: string): readonly CodePiece[] | undefined {
  return cache.get(keyOf(code, language));
}

/**
 * Highlights code in a worker, so that typing never waits for it. The first call starts the worker. Returns `undefined`
 * when highlighting is not possible or takes too long.
 */
export async function highlight(
  code: string,
  language: string,
): Promise<readonly CodePiece[] | undefined> {
  if (code.length > maxLength || typeof Worker === 'undefined') return undefined;
  worker ??= startWorker();
  requests += 1;
  const id = requests;
  const response = new Promise<readonly CodePiece[] | undefined>((resolve) =>
    pending.set(id, resolve),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  worker.postMessage({ id, code, language } satisfies HighlightRequest);
  const timer = setTimeout(endWorker, timeoutMilliseconds);
  const pieces = await response;
  clearTimeout(timer);
  if (pieces) cache.set(keyOf(code, language), pieces);
  return pieces;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightResponse>) => {
    pending.get(data.id)?.(data.pieces);
    pending.delete(data.id);
  });
  started.addEventListener('error', endWorker);
  return started;
}

/** Ends the worker. Pending code is not highlighted, and the next call starts a new worker. */
function endWorker(): void {
  worker?.terminate();
  worker = undefined;
  for (const resolve of pending.values()) resolve(undefined);
  pending.clear();
}

function keyOf(code: string, language: string): string {
  return `${language} ${code}`;
}
