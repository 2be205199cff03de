import type { MediaType } from '#domain/media/media.ts';
import { markJpeg, markPng, markWebp } from '#server/gateways/media/marks/markPicture.ts';
import { endsOfMp3, markWav } from '#server/gateways/media/marks/markSound.ts';
import { endsOfMp4, endsOfWebm } from '#server/gateways/media/marks/markVideo.ts';
import type { MarkedEnds } from '#server/gateways/media/marks/markedEnds.ts';

/** How many bytes at the beginning are needed to mark a streamed file. */
const headBytes = 65_536;

/** Marks by type, for files that are streamed: from the beginning of a file alone. */
const endsOf: Readonly<Partial<Record<MediaType, (head: Buffer) => MarkedEnds>>> = {
  'audio/mpeg': endsOfMp3,
  'video/mp4': endsOfMp4,
  'video/webm': endsOfWebm,
};

/** Marks by type, for files that must be in memory as a whole. */
const writers: Readonly<Partial<Record<MediaType, (bytes: Buffer) => Buffer>>> = {
  'image/png': markPng,
  'image/jpeg': markJpeg,
  'image/webp': markWebp,
  'audio/wav': markWav,
};

/** A file has not the format of its first bytes. */
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

/** Whether a file of this type can be marked while it is streamed. */
export function isMarkedInStream(type: MediaType): boolean {
  return endsOf[type] !== undefined;
}

/** Does the same as `markFile` to a stream. Throws `BrokenFile` while it is read. */
export async function* markStream(
  content: AsyncIterable<Buffer>,
  type: MediaType,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const mark = (whole: Buffer): Buffer => {
    const ends = orBroken(() => endsOf[type]?.(whole));
    if (!ends) throw new Error(`${type} cannot be marked in a stream`);
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

/** Turns all errors into `BrokenFile`: invalid lengths, missing bytes. */
function orBroken<Result>(mark: () => Result): Result {
  try {
    return mark();
  } catch (error) {
    throw new BrokenFile(error instanceof Error ? error.message : String(error));
  }
}
