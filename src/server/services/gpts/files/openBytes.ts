import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { pipeline as copy } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Chunks } from '#server/services/gpts/files/pieces.ts';

/** The unpacked content of a file, and how far it was read. */
export type OpenFile = {
  chunks: AsyncIterable<Buffer>;
  /** Bytes on disk. */
  size: number;
  /** Bytes read from disk so far. */
  bytesRead: () => number;
};

/** The first bytes of files that are no text, and their error messages. */
const foreign: readonly (readonly [string, string])[] = [
  ['504b0304', 'is a ZIP archive or a spreadsheet; unpack it, or save it as CSV'],
  ['fffe', 'is not UTF-8 but UTF-16; save it as UTF-8'],
  ['feff', 'is not UTF-8 but UTF-16; save it as UTF-8'],
  ['28b52ffd', 'is packed with zstd; unpack it, or use gzip'],
  ['fd377a58', 'is packed with xz; unpack it, or use gzip'],
  ['425a68', 'is packed with bzip2; unpack it, or use gzip'],
];

/**
 * Copies what can be read once only, such as a pipe, into a file that can be read again; `undefined` when `file` is one.
 */
export async function copyOfPipe(
  file: string,
): Promise<{ path: string; remove: () => Promise<void> } | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found || found.isFile() || found.isDirectory()) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'dolores-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'copy');
  try {
    await copy(createReadStream(file), createWriteStream(path));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

/**
 * Opens a plain or gzipped file for one pass; `file` is what it is called. Throws a sentence when there is no such file
 * or when it is no text.
 */
export async function openBytes(path: string, file = path): Promise<OpenFile> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${file}`);
  if (found.isDirectory()) throw new Error(`${file} is a folder`);
  let bytesRead = 0;
  const raw = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path)) {
      bytesRead += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  };
  const [head, chunks] = await peek(raw());
  const isPacked = head.subarray(0, 2).toString('hex') === '1f8b';
  const unpacked = isPacked ? gunzip(file, chunks) : chunks;
  return { chunks: textOf(file, unpacked), size: found.size, bytesRead: () => bytesRead };
}

/** The first bytes, at least eight where there are as many, and everything, them included in one piece. */
export async function peek(chunks: Chunks): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const source = (async function* () {
    yield* chunks;
  })();
  let head = Buffer.alloc(0);
  while (head.length < 8) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* source;
  };
  return [head, all()];
}

/** The bytes without the first ones. */
export async function* skipBytes(chunks: Chunks, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* gunzip(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacker = createGunzip();
  // The reader hears of an error by itself.
  pipeline(Readable.from(chunks, { objectMode: false }), unpacker, () => undefined);
  try {
    for await (const chunk of unpacker) yield chunk as Buffer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what =
      code === 'Z_BUF_ERROR'
        ? 'is cut off: its gzip data end too early'
        : `is damaged: its gzip data cannot be unpacked (${message})`;
    throw new Error(`${file} ${what}; only the rows before that were read`, { cause: error });
  }
}

/** The bytes without a byte order mark, when they can be UTF-8. */
async function* textOf(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  const [head, all] = await peek(chunks);
  const sentence = foreign.find(([bytes]) => head.toString('hex').startsWith(bytes))?.[1];
  if (sentence !== undefined) throw new Error(`${file} ${sentence}`);
  const mark = head.toString('hex').startsWith('efbbbf') ? 3 : 0;
  for await (const chunk of all) {
    yield isFirst ? chunk.subarray(mark) : chunk;
    isFirst = false;
  }
}
