import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
} from 'node:zlib';
import { isText } from '#release/fileTypes.ts';
import { temporaryName } from '#release/siteFolder.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** Returns the path of a content in an encoding. The file may not exist. */
function storedFile(store: string, hash: string, encoding: Encoding): string {
  return join(store, hash.slice(0, 2), `${hash}${suffixes[encoding]}`);
}

/**
 * Brotli qualities. A page of 90 KB takes about 0.5 ms at `fast`, 2 ms at `quick`, 6 ms at `idle` and 80 ms at
 * `thorough`, which makes a page or script smaller by another twelfth.
 */
const qualities = { fast: 1, quick: 5, idle: 9, thorough: 11 } as const;

export type Effort = keyof typeof qualities;

/**
 * Stores `content` under its hash and returns the hash. Texts are stored in brotli only: nearly every browser requests
 * it, it is a quarter of the size, and other encodings can be made from it. Existing files are not written again.
 */
export async function keep(
  store: string,
  content: Buffer,
  type: string,
  effort: Effort = 'quick',
): Promise<string> {
  const name = hash('sha256', content);
  const file = storedFile(store, name, isText(type) ? 'br' : 'identity');
  // After a power failure a file may be empty.
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && found.size > 0) return name;
  const kept = isText(type) ? await compressBrotli(content, brotliOf(content, effort)) : content;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, kept);
  } catch (error) {
    throw cannotWrite(error);
  }
  return name;
}

/**
 * Does the same synchronously, for a thread that does nothing else. That saves a third of the time, which would be
 * spent on passing data to other threads. With `recompressList`, a text is compressed fast and its hash is appended to
 * that file, for `recompressContents.ts`, with the effort of `later`.
 */
export function keepNow(
  store: string,
  content: Buffer,
  type: string,
  recompressList?: string,
  later: Effort = 'idle',
): string {
  const name = hash('sha256', content);
  const file = storedFile(store, name, isText(type) ? 'br' : 'identity');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined && found.size > 0) return name;
  const isLater = isText(type) && recompressList !== undefined;
  const effort = isLater ? 'fast' : 'quick';
  const kept = isText(type) ? brotliCompressSync(content, brotliOf(content, effort)) : content;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Before the content, because a hash without a content is skipped, but a content without its hash would stay large.
    if (isLater)
      appendFileSync(recompressList, later === 'idle' ? `${name}\n` : `${name} ${later}\n`);
    const temporary = temporaryName(file);
    writeFileSync(temporary, kept);
    renameSync(temporary, file);
  } catch (error) {
    throw cannotWrite(error);
  }
  return name;
}

function cannotWrite(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`A file of the release cannot be written: ${reason}`, { cause: error });
}

/**
 * Returns a stored content in an encoding. Throws if it is neither stored in that encoding nor can be converted to it;
 * pictures have no compressed form. The gzip form of a text is created at the first request, and stored.
 */
export async function readStored(
  store: string,
  hash: string,
  encoding: Encoding,
): Promise<NonSharedBuffer> {
  const file = storedFile(store, hash, encoding);
  if (encoding === 'br') return readFile(file);
  if (encoding === 'gzip') return readFile(file).catch(() => makeGzip(store, hash));
  return readFile(file).catch(() => unpack(store, hash));
}

/**
 * Compresses a stored text again, at a higher quality. Returns the saved bytes: 0 if the content is missing, damaged,
 * no text, or does not become smaller.
 */
export async function recompress(
  store: string,
  hash: string,
  effort: Effort = 'idle',
): Promise<number> {
  const file = storedFile(store, hash, 'br');
  const before = await readFile(file).catch(() => undefined);
  if (before === undefined) return 0;
  // A damaged content is left as it is.
  const content = await decompressBrotli(before).catch(() => undefined);
  if (content === undefined) return 0;
  const after = await compressBrotli(content, brotliOf(content, effort));
  if (after.length >= before.length) return 0;
  const temporary = temporaryName(file);
  // Flushed before renaming, so that a power failure leaves the old or the new content, never an empty file.
  await writeFile(temporary, after, { flush: true });
  // Another process may have removed the content meanwhile.
  if ((await stat(file).catch(() => undefined)) === undefined) {
    await rm(temporary, { force: true });
    return 0;
  }
  await rename(temporary, file);
  return before.length - after.length;
}

/** Returns the file of a content in the encoding in which it is stored; `undefined` if it is missing. */
export async function keptFile(store: string, hash: string): Promise<string | undefined> {
  for (const encoding of ['br', 'identity'] as const) {
    const file = storedFile(store, hash, encoding);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}

async function makeGzip(store: string, hash: string): Promise<NonSharedBuffer> {
  const packed = await compressGzip(await unpack(store, hash), { level: 6 });
  await writeWhole(storedFile(store, hash, 'gzip'), packed).catch(() => undefined);
  return packed;
}

/** Returns a stored text, decompressed. Throws for other contents, which are not stored in brotli. */
async function unpack(store: string, hash: string): Promise<NonSharedBuffer> {
  return decompressBrotli(await readFile(storedFile(store, hash, 'br')));
}

/** Removes everything whose hash is not in `named`, unfinished files included. Returns the number of deleted files. */
export async function removeUnreferenced(
  store: string,
  named: ReadonlySet<string>,
): Promise<number> {
  let removed = 0;
  const folders = await readdir(store).catch(() => []);
  // A mounted disk and file managers leave others.
  for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of await readdir(join(store, folder))) {
      if (!name.endsWith('.tmp') && named.has(name.slice(0, 64))) continue;
      await rm(join(store, folder, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

/** Removes contents in all their encodings. */
export async function removeContents(store: string, hashes: Iterable<string>): Promise<void> {
  for (const hash of hashes) {
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      await rm(storedFile(store, hash, encoding), { force: true });
    }
  }
}

function brotliOf(content: Buffer, effort: Effort): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: qualities[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  const temporary = temporaryName(file);
  await writeFile(temporary, content);
  await rename(temporary, file);
}
