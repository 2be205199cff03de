import type { FileHandle } from 'node:fs/promises';
import { AppError } from '#server/errors.ts';

/** A file in a ZIP: where its header is, and how it is packed. */
export type ZipEntry = {
  /** With `/` between folders, regardless of the program that packed it. */
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  isEncrypted: boolean;
  checksum: number;
  packedBytes: number;
  bytes: number;
  headerOffset: number;
};

/** The record at the end of a ZIP, with the longest comment that may follow it. */
const endBytes = 22 + 65_535;
const end64Bytes = 56;
const locatorBytes = 20;

const directoryMaxBytes = 32_000_000;
const entriesAtMost = 100_000;

/** In fields of 16 and 32 bits: the value is in a record of ZIP64. */
const [see64Short, see64] = [0xffff, 0xffffffff];

/**
 * Reads the table of contents at the end of a ZIP: unlike the headers before the files, it has the sizes in every way of
 * packing. Throws `invalid_input`.
 */
export async function readZipDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { offset, bytes, count } = await findDirectory(file);
  if (count > entriesAtMost || bytes > directoryMaxBytes) {
    throw unreadableZip('has too many files');
  }
  return entriesIn(await readAt(file, offset, bytes), count);
}

/** Returns the position at which the content of a file begins. Throws `invalid_input`. */
export async function contentOffset(file: FileHandle, { headerOffset }: ZipEntry): Promise<number> {
  const header = await readAt(file, headerOffset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) throw unreadableZip('is damaged');
  return headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** Returns the error for a ZIP that cannot be read; `reason` continues "The ZIP file". */
export function unreadableZip(reason: string): AppError {
  return new AppError('invalid_input', `The ZIP file ${reason}`, { place: 'body' });
}

type Directory = { offset: number; bytes: number; count: number };

async function findDirectory(file: FileHandle): Promise<Directory> {
  const { size } = await file.stat();
  const start = Math.max(0, size - endBytes);
  const tail = await readAt(file, start, size - start);
  const at = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (at === -1 || at + 22 > tail.length) throw unreadableZip('ends too early');
  const count = tail.readUInt16LE(at + 10);
  const bytes = tail.readUInt32LE(at + 12);
  const offset = tail.readUInt32LE(at + 16);
  const directory =
    count === see64Short || bytes === see64 || offset === see64
      ? await findDirectory64(file, start + at)
      : { offset, bytes, count };
  if (directory.offset + directory.bytes > size) throw unreadableZip('is damaged');
  return directory;
}

async function findDirectory64(file: FileHandle, end: number): Promise<Directory> {
  const locator = await readAt(file, end - locatorBytes, locatorBytes);
  if (locator.readUInt32LE(0) !== 0x07064b50) throw unreadableZip('is damaged');
  const record = await readAt(file, toNumber(locator.readBigUInt64LE(8)), end64Bytes);
  if (record.readUInt32LE(0) !== 0x06064b50) throw unreadableZip('is damaged');
  return {
    count: toNumber(record.readBigUInt64LE(32)),
    bytes: toNumber(record.readBigUInt64LE(40)),
    offset: toNumber(record.readBigUInt64LE(48)),
  };
}

function entriesIn(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) {
      throw unreadableZip('is damaged');
    }
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    ) as [number, number, number];
    const extraStart = at + 46 + nameBytes;
    const sizes = sizesIn(directory, at, directory.subarray(extraStart, extraStart + extraBytes));
    entries.push({
      name: directory.toString('utf8', at + 46, extraStart).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      checksum: directory.readUInt32LE(at + 16),
      ...sizes,
    });
    at = extraStart + extraBytes + commentBytes;
  }
  return entries;
}

/** Returns sizes and position; those that do not fit into 32 bits are in an extra field, in this order. */
function sizesIn(directory: Buffer, at: number, extra: Buffer) {
  const wide = wideNumbersIn(extra);
  const [bytes, packedBytes, headerOffset] = [24, 20, 42].map((field) => {
    const value = directory.readUInt32LE(at + field);
    return value === see64 ? (wide.shift() ?? value) : value;
  }) as [number, number, number];
  return { bytes, packedBytes, headerOffset };
}

function wideNumbersIn(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1 && end <= extra.length) {
      const numbers: number[] = [];
      for (let next = at + 4; next + 8 <= end; next += 8) {
        numbers.push(toNumber(extra.readBigUInt64LE(next)));
      }
      return numbers;
    }
    at = end;
  }
  return [];
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadableZip('is damaged');
  return Number(value);
}

/** Throws `invalid_input` if the file has no bytes there. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw unreadableZip('is damaged');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw unreadableZip('ends too early');
  return bytes;
}
