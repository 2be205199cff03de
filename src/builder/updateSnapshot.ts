import { readFile, stat } from 'node:fs/promises';
import { applySnapshotDelta, parseSnapshotLine } from '#contract/publishing/snapshotDelta.ts';
import { type SnapshotLine, snapshotLineKey } from '#contract/publishing/snapshot.ts';
import { parseTrusted } from '#domain/json.ts';

/**
 * Returns the lines of a snapshot file by their keys. Decoded as latin1, one character per byte, which takes half of
 * the memory and needs no encoding later. Empty if the file is missing or cannot be read.
 */
export async function readSnapshotLines(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    const lines = await readLines(file);
    return new Map(lines.map((text) => [keyOf(text), text]));
  } catch {
    return new Map();
  }
}

/**
 * Returns the snapshot for a release: the previous one (`kept`) with the lines of the API in the file `lines` applied,
 * or unchanged without that file. Throws if lines are missing at the end, because a partial catalogue must not be
 * published.
 */
export async function updateSnapshot(
  kept: ReadonlyMap<string, string>,
  lines: string,
): Promise<Buffer> {
  const isChanged = await stat(lines).catch(() => undefined);
  const after = isChanged ? applyLines(kept, await readLines(lines)) : kept;
  return Buffer.from(`${[...after.values()].join('\n')}\n`, 'latin1');
}

function applyLines(
  kept: ReadonlyMap<string, string>,
  changes: readonly string[],
): ReadonlyMap<string, string> {
  const isDelta = changes[0] !== undefined && 'since' in parseSnapshotLine(changes[0], 1);
  return applySnapshotDelta(isDelta ? kept : new Map<string, string>(), changes);
}

/** Most lines begin with their type and id, and the longest with type and period, so that they need not be parsed. */
const beginning = /^\{"type":"(gpt|usage|reviews)",(?:"gpt":\{)?"id":"([^"\\]+)"/;
const recordBeginning = /^\{"type":"record","range":"(\w+)","value":"([^"\\]+)"/;

function keyOf(text: string): string {
  const [, type, id] = beginning.exec(text) ?? [];
  if (type) return `${type}/${id}`;
  const [, range, value] = recordBeginning.exec(text) ?? [];
  return range ? `record/${range}/${value}` : snapshotLineKey(parseTrusted<SnapshotLine>(text));
}

async function readLines(file: string): Promise<string[]> {
  const text = (await readFile(file)).toString('latin1');
  return text.split('\n').filter((line) => line !== '');
}
