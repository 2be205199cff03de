import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, pipeline } from 'node:stream';
import { pipeline as copy } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { peek } from '#server/peek.ts';
import { transcode } from '#server/services/textFiles/inUtf8.ts';
import type { Chunks } from '#server/services/textFiles/pieces.ts';

/** The decompressed content of a file, and the progress of reading it. */
export type OpenFile = {
  chunks: AsyncIterable<Buffer>;
  size: number;
  bytesRead: () => number;
};

/** The content of a file ended unexpectedly. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** First bytes that are enough to detect a format. */
export const headBytes = 8;

/** The first bytes, in hex, of files that are not UTF-8 text, and their error messages. */
const otherFormats: readonly (readonly [string, string])[] = [
  ['504b0304', 'is a ZIP archive or a spreadsheet; unpack it, or save it as CSV'],
  ['28b52ffd', 'is packed with zstd; unpack it, or use gzip'],
  ['fd377a58', 'is packed with xz; unpack it, or use gzip'],
  ['425a68', 'is packed with bzip2; unpack it, or use gzip'],
];

/** The byte order marks of UTF-16, which spreadsheets call Unicode text. */
const wideMarks: readonly (readonly [string, string])[] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Copies a stream that can be read only once, such as a pipe, into a file. Returns `undefined` for a plain file. */
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
 * Opens a plain or gzipped file for one pass. `file` is its name in error messages. Throws an `Error` for the operator
 * when there is no such file or when it is not text.
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
  const [head, chunks] = await peek(raw(), headBytes);
  const isGzipped = head.subarray(0, 2).toString('hex') === '1f8b';
  const content = isGzipped ? gunzip(file, chunks) : chunks;
  return { chunks: textOf(file, content), size: found.size, bytesRead: () => bytesRead };
}

/** Yields the bytes after the first `count`. */
export async function* skipBytes(chunks: Chunks, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* gunzip(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decompressor = createGunzip();
  // The loop below receives the error.
  pipeline(Readable.from(chunks, { objectMode: false }), decompressor, () => undefined);
  try {
    for await (const chunk of decompressor) yield chunk as Buffer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what =
      code === 'Z_BUF_ERROR'
        ? 'is cut off: its gzip data end too early'
        : `is damaged: its gzip data cannot be unpacked (${message})`;
    throw new DamagedFile(`${file} ${what}; only the rows before that were read`, { cause: error });
  }
}

/** Yields the bytes in UTF-8 without a byte order mark. Throws when the first bytes cannot be UTF-8 text. */
async function* textOf(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  const [head, all] = await peek(chunks, headBytes);
  const sentence = otherFormats.find(([bytes]) => head.toString('hex').startsWith(bytes))?.[1];
  if (sentence !== undefined) throw new Error(`${file} ${sentence}`);
  const wide = wideMarks.find(([bytes]) => head.toString('hex').startsWith(bytes))?.[1];
  if (wide !== undefined) return yield* transcode(all, wide);
  const mark = head.toString('hex').startsWith('efbbbf') ? 3 : 0;
  for await (const chunk of all) {
    yield isFirst ? chunk.subarray(mark) : chunk;
    isFirst = false;
  }
}
