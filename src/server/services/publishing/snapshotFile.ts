import { open } from 'node:fs/promises';
import { getSnapshot } from '#contract/snapshot.ts';

/** What publishing itself must know of a snapshot; everything else is for the catalogue. */
export type SnapshotSummary = { gpts: number; removedGpts: string[] };

const timeLimitMilliseconds = 10 * 60_000;
const writtenAtOnce = 1_000_000;

/** The lines of the snapshot that the API at `address` answers. Throws readable errors. */
export async function* fetchSnapshot(address: string, token: string): AsyncGenerator<string> {
  const url = new URL(getSnapshot.path, address);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeLimitMilliseconds),
  }).catch((error: Error) => {
    throw new Error(`The API at ${url.origin} cannot be reached: ${causeOf(error)}`);
  });
  if (response.status === 401) {
    throw new Error(`The API at ${url.origin} refuses the operator token (OPERATOR_TOKEN)`);
  }
  if (!response.ok || !response.body) {
    throw new Error(`The API at ${url.origin} answers ${response.status} instead of the snapshot`);
  }
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Writes a snapshot into a file, line by line. Throws when its last line is missing or counts otherwise: a part of
 * a catalogue must not become a site.
 */
export async function writeSnapshotFile(
  file: string,
  lines: AsyncIterable<string>,
): Promise<SnapshotSummary> {
  const summary: SnapshotSummary = { gpts: 0, removedGpts: [] };
  const handle = await open(file, 'w');
  let count = 0;
  let isWhole = false;
  let waiting = '';
  try {
    for await (const text of lines) {
      const line = JSON.parse(text) as { type: string; id: string; lines: number };
      if (line.type === 'gpt') summary.gpts += 1;
      if (line.type === 'removed') summary.removedGpts.push(line.id);
      isWhole = line.type === 'end' && line.lines === count;
      count += 1;
      waiting += `${text}\n`;
      if (waiting.length < writtenAtOnce) continue;
      await handle.write(waiting);
      waiting = '';
    }
    await handle.write(waiting);
  } finally {
    await handle.close();
  }
  if (!isWhole) throw new Error('The snapshot broke off before its end; nothing is published');
  return summary;
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
