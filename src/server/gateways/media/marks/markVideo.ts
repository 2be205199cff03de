import type { MarkedEnds } from '#server/gateways/media/marks/markedEnds.ts';
import { markComment, markXmp } from '#server/gateways/media/marks/markText.ts';

/** The UUID of the MP4 box for XMP. */
const xmpBox = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** Adds a box with XMP at the end. Nothing before it moves, so that all offsets in the file stay right. */
export function endsOfMp4(head: Buffer): MarkedEnds {
  const xmp = Buffer.from(markXmp);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(box.length + xmpBox.length + xmp.length, 0);
  box.write('uuid', 4, 'latin1');
  return { head, tail: Buffer.concat([box, xmpBox, xmp]) };
}

const ids = { segment: '18538067', tags: 0x12_54_c3_67, tag: 0x73_73, targets: 0x63_c0 };
const simpleTag = { tag: 0x67_c8, name: 0x45_a3, value: 0x44_87 };

/**
 * Adds a tag at the end of the segment. The segment's size becomes “unknown”, so that it reaches to the end of the
 * file.
 */
export function endsOfWebm(bytes: Buffer): MarkedEnds {
  const at = 4 + lengthOf(bytes.readUInt8(4));
  const segment = at + sizeAt(bytes, 4);
  if (bytes.toString('hex', segment, segment + 4) !== ids.segment) {
    throw new Error('The WebM has no segment behind its header');
  }
  const marked = Buffer.from(bytes);
  const first = segment + 4;
  const length = lengthOf(bytes.readUInt8(first));
  marked.fill(0xff, first, first + length);
  marked.writeUInt8(0xff >>> (length - 1), first);
  const value = Buffer.concat([
    text(simpleTag.name, 'COMMENT'),
    text(simpleTag.value, markComment),
  ]);
  const tag = Buffer.concat([element(ids.targets, Buffer.alloc(0)), element(simpleTag.tag, value)]);
  return { head: marked, tail: element(ids.tags, element(ids.tag, tag)) };
}

/** Reads the variable-size integer at an offset, without its length marker. Sizes of headers are small. */
function sizeAt(bytes: Buffer, at: number): number {
  const length = lengthOf(bytes.readUInt8(at));
  let size = bytes.readUInt8(at) & (0xff >>> length);
  for (let index = 1; index < length; index += 1) size = size * 256 + bytes.readUInt8(at + index);
  return size;
}

/** Writes an element of Matroska and WebM (EBML, RFC 8794): its id, its size in eight bytes, its content. */
function element(id: number, content: Buffer): Buffer {
  const hex = id.toString(16);
  const name = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([name, size, content]);
}

/** Writes an element with a text. */
function text(id: number, value: string): Buffer {
  return element(id, Buffer.from(value));
}

/** Returns the length in bytes of a variable-size integer that begins with this byte; 9 for an invalid one. */
function lengthOf(byte: number): number {
  return Math.clz32(byte) - 24 + 1;
}
