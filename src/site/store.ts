import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText } from '#site/fileTypes.ts';
import { temporaryName } from '#site/siteFolder.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** Where a stored content lies, in one of its encodings. */
export function storedFile(store: string, hash: string, encoding: Encoding = 'identity'): string {
  return join(store, hash.slice(0, 2), `${hash}${suffixes[encoding]}`);
}

/**
 * Keeps `content` under its hash, texts also in brotli, and answers the hash. What is there already is not
 * written again. The plain form is written last: where it is, the others are.
 */
export async function keep(store: string, content: Buffer, type: string): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex');
  const plain = storedFile(store, hash);
  const found = await stat(plain).catch(() => undefined);
  // The size is compared because a machine that lost power may keep a name without its content.
  if (found?.size === content.length) return hash;
  await mkdir(dirname(plain), { recursive: true });
  if (isText(type)) {
    await writeWhole(storedFile(store, hash, 'br'), await brotli(content));
  }
  await writeWhole(plain, content);
  return hash;
}

/**
 * A stored content in an encoding. Throws where it is not kept in brotli, as pictures are not. Nearly every browser takes
 * brotli: the gzip form is made when it is first asked for, which saves a third of the time of a publish.
 */
export async function readStored(
  store: string,
  hash: string,
  encoding: Encoding,
): Promise<NonSharedBuffer> {
  const file = storedFile(store, hash, encoding);
  if (encoding !== 'gzip') return readFile(file);
  return readFile(file).catch(() => makeGzip(store, hash));
}

async function makeGzip(store: string, hash: string): Promise<NonSharedBuffer> {
  // Only what is kept in brotli is a text.
  await stat(storedFile(store, hash, 'br'));
  const packed = await compressGzip(await readFile(storedFile(store, hash)), { level: 6 });
  await writeWhole(storedFile(store, hash, 'gzip'), packed).catch(() => undefined);
  return packed;
}

/** Removes everything whose hash is not in `named`, unfinished files included. Answers how many files went. */
export async function removeUnnamed(store: string, named: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (const folder of await readdir(store).catch(() => [])) {
    for (const name of await readdir(join(store, folder))) {
      if (!name.endsWith('.tmp') && named.has(name.slice(0, 64))) continue;
      await rm(join(store, folder, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

function brotli(content: Buffer): Promise<Buffer> {
  return compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  const temporary = temporaryName(file);
  await writeFile(temporary, content);
  await rename(temporary, file);
}
