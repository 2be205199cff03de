import type { MediaType } from '#domain/media/media.ts';
import { markJpeg, markPng, markWebp } from '#server/gateways/media/marks/markPicture.ts';
import { endsOfMp4, endsOfWebm } from '#server/gateways/media/marks/markVideo.ts';
import type { MarkedEnds } from '#server/gateways/media/marks/markedEnds.ts';
import { markComment } from '#server/gateways/media/marks/markText.ts';
import { addChunk } from '#server/gateways/media/marks/riff.ts';

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

const comment = Buffer.from(markComment, 'latin1');

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

/** Adds an ID3v2.3 tag with a comment at the beginning. An existing tag follows it: players read the first one. */
function endsOfMp3(head: Buffer): MarkedEnds {
  const content = Buffer.concat([Buffer.from('\0eng\0', 'latin1'), comment]);
  const frame = Buffer.alloc(10);
  frame.write('COMM', 0, 'latin1');
  frame.writeUInt32BE(content.length, 4);
  const tag = Buffer.alloc(10);
  tag.write('ID3', 0, 'latin1');
  tag.writeUInt8(3, 3);
  writeSafeSize(tag, frame.length + content.length);
  return { head: Buffer.concat([tag, frame, content, head]), tail: Buffer.alloc(0) };
}

/** Writes a size as ID3 does: seven bits in each byte, so that no size looks like the sync bits of a frame. */
function writeSafeSize(tag: Buffer, size: number): void {
  for (let index = 0; index < 4; index += 1) {
    tag.writeUInt8((size >>> (7 * (3 - index))) & 0x7f, 6 + index);
  }
}

/** Adds a comment (`ICMT`) in an `INFO` list at the end. */
function markWav(bytes: Buffer): Buffer {
  const text = Buffer.concat([comment, Buffer.alloc(2 - (comment.length % 2))]);
  const head = Buffer.alloc(12);
  head.write('INFOICMT', 0, 'latin1');
  head.writeUInt32LE(text.length, 8);
  return addChunk(bytes, 'LIST', Buffer.concat([head, text]));
}
