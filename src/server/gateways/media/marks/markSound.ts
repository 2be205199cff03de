import { markComment } from '#server/gateways/media/marks/markText.ts';
import type { MarkedEnds } from '#server/gateways/media/marks/markedEnds.ts';
import { addChunk } from '#server/gateways/media/marks/riff.ts';

const comment = Buffer.from(markComment, 'latin1');

/** Adds an ID3v2.3 tag with a comment at the beginning. An existing tag follows it: players read the first one. */
export function endsOfMp3(head: Buffer): MarkedEnds {
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
export function markWav(bytes: Buffer): Buffer {
  const text = Buffer.concat([comment, Buffer.alloc(2 - (comment.length % 2))]);
  const head = Buffer.alloc(12);
  head.write('INFOICMT', 0, 'latin1');
  head.writeUInt32LE(text.length, 8);
  return addChunk(bytes, 'LIST', Buffer.concat([head, text]));
}
