import type {
  CodePiece,
  HighlightAnswer,
  HighlightRequest,
} from '#islands/answer/highlightWorker.ts';

export type { CodePiece } from '#islands/answer/highlightWorker.ts';

/** Longer code stays without colours: so many elements would make the page slow. */
const longestCode = 30_000;
const keptAtMost = 200;
/** A longer run is ended: an expression of a grammar may never come to an end. */
const longestMilliseconds = 30_000;

const known = new Map<string, readonly CodePiece[]>();
const waiting = new Map<number, (pieces: readonly CodePiece[] | undefined) => void>();

let worker: Worker | undefined;
let requests = 0;

/** The coloured pieces of code that was coloured before. */
export function knownPieces(code: string, language: string): readonly CodePiece[] | undefined {
  return known.get(keyOf(code, language));
}

/**
 * Colours code in a worker, which is started for the first one: typing never waits for it. `undefined` when it cannot
 * be done.
 */
export async function highlight(
  code: string,
  language: string,
): Promise<readonly CodePiece[] | undefined> {
  if (code.length > longestCode || typeof Worker === 'undefined') return undefined;
  worker ??= startWorker();
  requests += 1;
  const id = requests;
  const answer = new Promise<readonly CodePiece[] | undefined>((resolve) =>
    waiting.set(id, resolve),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
  worker.postMessage({ id, code, language } satisfies HighlightRequest);
  const timer = setTimeout(endWorker, longestMilliseconds);
  const pieces = await answer;
  clearTimeout(timer);
  if (pieces) keep(keyOf(code, language), pieces);
  return pieces;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlightWorker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    waiting.get(data.id)?.(data.pieces);
    waiting.delete(data.id);
  });
  started.addEventListener('error', endWorker);
  return started;
}

/** Waiting code stays without colours; the next code begins with a new worker. */
function endWorker(): void {
  worker?.terminate();
  worker = undefined;
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
}

function keep(key: string, pieces: readonly CodePiece[]): void {
  if (known.size >= keptAtMost) known.delete(known.keys().next().value ?? '');
  known.set(key, pieces);
}

function keyOf(code: string, language: string): string {
  return `${language} ${code}`;
}
