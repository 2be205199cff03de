import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { StoredIndex } from '#server/services/gpts/search/searchIndex.ts';

/** An index, and of which rows it was made. */
export type IndexFile = {
  /** The database, and the number of its next transaction (`db/queries/searchedCatalogue.ts`). */
  origin: string;
  next: string;
  /** Ids of GPTs; the versions of their rows and the digests of their texts in the same order. */
  ids: string[];
  versions: string[];
  digests: string[];
  index: StoredIndex;
};

const digestBytes = 32;

/** Written files are larger than this many bytes only in catalogues whose index V8 cannot write at once. */
const maxBytes = 1_500_000_000;

/**
 * Returns the content of a file that the same `version` of the code wrote. Returns `undefined` for a missing, damaged or
 * other file: its digest, which is checked before anything is read, includes the version.
 */
export async function readIndexFile(path: string, version: string): Promise<IndexFile | undefined> {
  const file = await readFile(path).catch(() => undefined);
  if (file === undefined || file.length <= digestBytes) return undefined;
  const content = file.subarray(digestBytes);
  if (!digestOf(content, version).equals(file.subarray(0, digestBytes))) return undefined;
  try {
    return deserialize(content) as IndexFile;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, so that a reader sees the old or the new one. */
export async function writeIndexFile(
  path: string,
  version: string,
  content: IndexFile,
): Promise<void> {
  const bytes = serialize(content);
  if (bytes.length > maxBytes) return;
  const written = `${path}.${randomUUID()}.new`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(written, [digestOf(bytes, version), bytes]);
    await rename(written, path);
  } finally {
    await rm(written, { force: true });
  }
}

function digestOf(content: Buffer, version: string): Buffer {
  return createHash('sha256').update(`${version}\0`).update(content).digest();
}
