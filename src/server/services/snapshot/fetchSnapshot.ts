import { writeFile } from 'node:fs/promises';
import { endpointUrl } from '#contract/endpoint.ts';
import { getSnapshot } from '#contract/publishing/snapshot.ts';
import { chunksOfLines } from '#server/services/textFiles/writeLines.ts';
import { parseSnapshotLine } from '#contract/publishing/snapshotDelta.ts';

const timeLimitMilliseconds = 10 * 60_000;

/** The API is there, but its database is not, or went away while the snapshot was read. */
export class SnapshotAwayError extends Error {}

/** Yields the lines of the whole snapshot from the API at `address`. Throws errors with readable messages. */
export async function* fetchSnapshot(address: string, token: string): AsyncGenerator<string> {
  const response = await request(new URL(getSnapshot.path, address), token);
  yield* linesOf(response);
}

/** The changes of a snapshot. `lines` are input for `applySnapshotDelta`, and may be a whole snapshot. */
export type SnapshotChanges =
  | { kind: 'unchanged' }
  | { kind: 'changed'; lines: AsyncGenerator<string> };

/**
 * Fetches the changes since the snapshot of version `since` (in its first line) from the API at `address`. Throws
 * errors with readable messages, also while lines are read.
 */
export async function fetchSnapshotChanges(
  address: string,
  token: string,
  since: string,
): Promise<SnapshotChanges> {
  const url = new URL(endpointUrl(getSnapshot, { query: { since } }), address);
  const response = await request(url, token, { 'if-none-match': `W/"${since}"` });
  if (response.status === 304) return { kind: 'unchanged' };
  return { kind: 'changed', lines: linesOf(response) };
}

async function request(
  url: URL,
  token: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: AbortSignal.timeout(timeLimitMilliseconds),
  }).catch((error: Error) => {
    throw new Error(`The API at ${url.origin} cannot be reached: ${causeOf(error)}`);
  });
  if (response.status === 401) {
    throw new Error(`The API at ${url.origin} refuses the operator token (OPERATOR_TOKEN)`);
  }
  if (response.status === 503) {
    throw new SnapshotAwayError(`The API at ${url.origin} answers 503 instead of the snapshot`);
  }
  if (!response.ok && response.status !== 304) {
    throw new Error(`The API at ${url.origin} answers ${response.status} instead of the snapshot`);
  }
  return response;
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  let rest = '';
  for await (const text of textOf(body)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  try {
    yield* body.pipeThrough(new TextDecoderStream());
  } catch (error) {
    const reason = error instanceof Error ? causeOf(error) : String(error);
    throw new SnapshotAwayError(`The API broke off in the middle of the snapshot: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Writes the lines of a snapshot into a file. Throws if the last line is missing or has another count, because a partial
 * catalogue must not become a site.
 */
export async function writeSnapshotFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  await writeFile(file, chunksOfLines(completeOnly(lines)));
}

async function* completeOnly(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  let isWhole = false;
  for await (const text of lines) {
    const line = parseSnapshotLine(text, count + 1);
    isWhole = line.type === 'end' && line.lines === count;
    count += 1;
    yield text;
  }
  if (!isWhole) throw new Error('The snapshot broke off before its end; nothing is published');
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
