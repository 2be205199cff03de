import type { MediaType } from '#domain/media.ts';
import { markJpeg, markPng, markWebp } from '#server/gateways/media/marks/markPicture.ts';
import { endsOfMp3, markWav } from '#server/gateways/media/marks/markSound.ts';
import { endsOfMp4, endsOfWebm } from '#server/gateways/media/marks/markVideo.ts';
import type { MarkedEnds } from '#server/gateways/media/marks/markedEnds.ts';

/** Bytes at the beginning that are needed to mark a file that is streamed. */
const headBytes = 65_536;

/** How the mark comes into a file of which only the beginning is at hand. */
const endsOf: Readonly<Partial<Record<MediaType, (head: Buffer) => MarkedEnds>>> = {
  'audio/mpeg': endsOfMp3,
  'video/mp4': endsOfMp4,
  'video/webm': endsOfWebm,
};

/** How it comes into a file that must be at hand as a whole: pure functions from bytes to bytes. */
const writers: Readonly<Partial<Record<MediaType, (bytes: Buffer) => Buffer>>> = {
  'image/png': markPng,
  'image/jpeg': markJpeg,
  'image/webp': markWebp,
  'audio/wav': markWav,
};

/** A file that is not what its first bytes say. */
export class BrokenFile extends Error {}

/** Returns a file with the mark that a machine made it. Throws `BrokenFile`. */
export function markFile(bytes: Uint8Array, type: MediaType): Buffer {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return orBroken(() => {
    const ends = endsOf[type]?.(content);
    if (ends) return Buffer.concat([ends.head, ends.tail]);
    const write = writers[type];
    if (!write) throw new Error(`${type} cannot be marked`);
    return write(content);
  });
}

/** Whether a file of this type can be marked while it passes. */
export function isMarkedInPassing(type: MediaType): boolean {
  return endsOf[type] !== undefined;
}

/** The same as `markFile` for a file that is streamed. Throws `BrokenFile` while it is read. */
export async function* markInPassing(
  content: AsyncIterable<Buffer>,
  type: MediaType,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const mark = (whole: Buffer): Buffer => {
    const ends = orBroken(() => endsOf[type]?.(whole));
    if (!ends) throw new Error(`${type} cannot be marked in passing`);
    tail = Buffer.from(ends.tail);
    return ends.head;
  };
  for await (const chunk of content) {
    if (head === undefined) {
      yield chunk;
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      yield mark(head);
      head = undefined;
    }
  }
  if (head !== undefined) yield mark(head);
  yield tail;
}

/** Whatever reading it meets: a length that is none, or bytes that are not there. */
function orBroken<Result>(mark: () => Result): Result {
  try {
    return mark();
  } catch (error) {
    throw new BrokenFile(error instanceof Error ? error.message : String(error));
  }
}
