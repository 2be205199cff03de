import { type FileHandle, open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { crc32, createInflateRaw } from 'node:zlib';
import { pipeline } from 'node:stream';
import { importLimits } from '#server/services/conversations/import/imported.ts';
import {
  type ZipEntry,
  contentOffset,
  readZipDirectory,
  unreadableZip,
} from '#server/services/conversations/import/zipDirectory.ts';
import { AppError } from '#server/errors.ts';

/** Bytes per step, so that other requests are served between steps. */
const stepBytes = 65_536;

/** The highest compression ratio, beyond some free bytes. Text has about 10; much more is a ZIP bomb. */
const [maxRatio, freeBytes] = [100, 10_000_000];

/** Folder of macOS with resource forks, whose files have the names of others. */
const resourceForks = /(?:^|\/)__MACOSX\/|(?:^|\/)\._/;

export function isZip(head: Uint8Array): boolean {
  // The last two are marks before the first file of a ZIP that was split, or prepared for that.
  const signatures = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008', 'PK00'];
  return signatures.includes(Buffer.from(head.subarray(0, 4)).toString('latin1'));
}

/**
 * Yields the contents of the files of a ZIP whose names match, one after the other, each as chunks. Decompresses
 * nothing else. Throws `invalid_input` if the ZIP is damaged or encrypted, and `too_large` if the contents are too large.
 */
export async function* unzipFiles(
  file: string,
  name: RegExp,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const handle = await open(file);
  try {
    const entries = await readZipDirectory(handle);
    const found = entries.filter((one) => name.test(one.name) && !resourceForks.test(one.name));
    const budget = { bytes: 0, packedBytes: 0 };
    for (const entry of found) yield unpack(file, handle, entry, budget);
  } finally {
    await handle.close();
  }
}

async function* unpack(
  file: string,
  handle: FileHandle,
  entry: ZipEntry,
  budget: { bytes: number; packedBytes: number },
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw unreadableZip('is encrypted');
  if (entry.method !== 0 && entry.method !== 8) throw unreadableZip('is packed in an unknown way');
  let [bytes, checksum] = [0, 0];
  const start = await contentOffset(handle, entry);
  budget.packedBytes += entry.packedBytes;
  const most = Math.min(importLimits.unpackedBytes, freeBytes + budget.packedBytes * maxRatio);
  for await (const chunk of contentOf(file, start, entry)) {
    bytes += chunk.length;
    checksum = crc32(chunk, checksum);
    budget.bytes += chunk.length;
    if (budget.bytes > most) throw tooMuch();
    yield chunk;
  }
  if (bytes !== entry.bytes || checksum !== entry.checksum) throw unreadableZip('is damaged');
}

async function* contentOf(
  file: string,
  start: number,
  { method, packedBytes }: ZipEntry,
): AsyncGenerator<Buffer> {
  if (packedBytes === 0) return;
  const range = { start, end: start + packedBytes - 1, highWaterMark: stepBytes };
  const packed = createReadStream(file, range);
  if (method === 0) return yield* packed as AsyncIterable<Buffer>;
  const inflate = createInflateRaw({ chunkSize: stepBytes });
  // Errors reach the reader of the last stream.
  pipeline(packed, inflate, () => undefined);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    throw isZlibError(error) ? unreadableZip('is damaged') : error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function tooMuch(): AppError {
  const { unpackedBytes } = importLimits;
  return new AppError(
    'too_large',
    `The ZIP file unpacks to too much: at most ${unpackedBytes} bytes`,
    {
      max_bytes: unpackedBytes,
    },
  );
}
