import { open } from 'node:fs/promises';
import { endpointUrl } from '#contract/endpoint.ts';
import { getSnapshot } from '#contract/snapshot.ts';

const timeLimitMilliseconds = 10 * 60_000;
const writtenAtOnce = 1_000_000;

/** The lines of the whole snapshot that the API at `address` answers. Throws readable errors. */
export async function* fetchSnapshot(address: string, token: string): AsyncGenerator<string> {
  const response = await request(new URL(getSnapshot.path, address), token);
  yield* linesOf(response);
}

/** The changes of a snapshot; the lines are for `applySnapshotDelta`, and may be a whole snapshot again. */
export type SnapshotChanges =
  | { kind: 'unchanged' }
  | { kind: 'changed'; lines: AsyncGenerator<string> };

/**
 * Fetches the changes since the snapshot of version `since` (`version` of its first line) from the API at `address`.
 * Throws readable errors, also while the lines are read.
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
    throw new Error(`The API broke off in the middle of the snapshot: ${reason}`, { cause: error });
  }
}

/**
 * Writes a snapshot into a file, line by line. Throws when its last line is missing or counts otherwise: a part of
 * a catalogue must not become a site.
 */
export async function writeSnapshotFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  await writeLines(file, wholeOnly(lines));
}

/** Writes lines into a file as they come. */
export async function writeLines(file: string, lines: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'w');
  let waiting = '';
  try {
    for await (const line of lines) {
      waiting += `${line}\n`;
      if (waiting.length < writtenAtOnce) continue;
      await handle.write(waiting);
      waiting = '';
    }
    await handle.write(waiting);
  } finally {
    await handle.close();
  }
}

async function* wholeOnly(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  let isWhole = false;
  for await (const text of lines) {
    const line = JSON.parse(text) as { type: string; lines: number };
    isWhole = line.type === 'end' && line.lines === count;
    count += 1;
    yield text;
  }
  if (!isWhole) throw new Error('The snapshot broke off before its end; nothing is published');
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
