import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { applySnapshotDelta, parseSnapshotLine } from '#contract/snapshotDelta.ts';
import { type SnapshotLine, snapshotLineKey } from '#contract/snapshot.ts';

/**
 * Writes the snapshot that a release is made from into `file`: the kept one of an earlier publish with the lines of the
 * API applied, or as it is where there are none. Throws when the lines broke off: a part of a catalogue must not become
 * a site.
 */
export async function updateSnapshot(kept: string, lines: string, file: string): Promise<void> {
  const isChanged = await stat(lines).catch(() => undefined);
  if (isChanged === undefined) return copyFile(kept, file);
  const changes = await readLines(lines);
  const isDelta = changes[0] !== undefined && 'since' in parseSnapshotLine(changes[0], 1);
  const before = isDelta ? await readSnapshotLines(kept) : new Map<string, string>();
  const after = applySnapshotDelta(before, changes);
  await writeFile(file, `${[...after.values()].join('\n')}\n`);
}

async function readSnapshotLines(file: string): Promise<Map<string, string>> {
  const lines = await readLines(file);
  return new Map(lines.map((text) => [keyOf(text), text]));
}

/** Most lines begin with what names them: the rest of those need not be read. */
const beginning = /^\{"type":"(gpt|usage|reviews)",(?:"gpt":\{)?"id":"([^"\\]+)"/;

function keyOf(text: string): string {
  const [, type, id] = beginning.exec(text) ?? [];
  return type ? `${type}/${id}` : snapshotLineKey(JSON.parse(text) as SnapshotLine);
}

async function readLines(file: string): Promise<string[]> {
  const text = (await readFile(file)).toString();
  return text.split('\n').filter((line) => line !== '');
}
