import { crc32 } from 'node:zlib';
import { markXmp } from '#server/gateways/media/marks/markText.ts';
import { addChunk, chunksOf } from '#server/gateways/media/marks/riff.ts';

const xmp = Buffer.from(markXmp);
const pngHeadBytes = 33;

/** Adds an `iTXt` chunk after the header, as the XMP specification (part 3) requires. */
export function markPng(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') throw new Error('The PNG has no header');
  const data = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0'), xmp]);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([bytes.subarray(0, pngHeadBytes), chunk, bytes.subarray(pngHeadBytes)]);
}

/** Adds an APP1 segment after the start of the image, or after the JFIF header, which must be first. */
export function markJpeg(bytes: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp]);
  const segment = Buffer.alloc(4 + data.length);
  segment.writeUInt16BE(0xff_e1, 0);
  segment.writeUInt16BE(data.length + 2, 2);
  data.copy(segment, 4);
  const hasJfif = bytes.length > 6 && bytes.readUInt16BE(2) === 0xff_e0;
  const start = hasJfif ? 4 + bytes.readUInt16BE(4) : 2;
  return Buffer.concat([bytes.subarray(0, start), segment, bytes.subarray(start)]);
}

const hasXmp = 0x04;
const hasAlpha = 0x10;

/** Adds an `XMP ` chunk at the end, and its flag in the extended header, which simple files get for it. */
export function markWebp(bytes: Buffer): Buffer {
  const [first] = chunksOf(bytes);
  if (first === undefined) throw new Error('The WebP is empty');
  const marked = first.name === 'VP8X' ? Buffer.from(bytes) : withExtendedHeader(bytes, first);
  const flags = 20;
  marked.writeUInt8(marked.readUInt8(flags) | hasXmp, flags);
  return addChunk(marked, 'XMP ', xmp);
}

function withExtendedHeader(bytes: Buffer, first: { name: string; start: number }): Buffer {
  const { width, height, alpha } = sizeOf(bytes, first);
  const header = Buffer.alloc(18);
  header.write('VP8X', 0, 'latin1');
  header.writeUInt32LE(10, 4);
  header.writeUInt8(alpha ? hasAlpha : 0, 8);
  header.writeUIntLE(width - 1, 12, 3);
  header.writeUIntLE(height - 1, 15, 3);
  const whole = Buffer.concat([bytes.subarray(0, 12), header, bytes.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Reads the size of a lossy (`VP8 `) or lossless (`VP8L`) picture. */
function sizeOf(bytes: Buffer, { name, start }: { name: string; start: number }) {
  if (name === 'VP8 ') {
    const width = bytes.readUInt16LE(start + 6) & 0x3f_ff;
    return { width, height: bytes.readUInt16LE(start + 8) & 0x3f_ff, alpha: false };
  }
  if (name !== 'VP8L') throw new Error('The WebP begins with an unknown chunk');
  const bits = bytes.readUInt32LE(start + 1);
  const width = (bits & 0x3f_ff) + 1;
  const height = ((bits >>> 14) & 0x3f_ff) + 1;
  return { width, height, alpha: ((bits >>> 28) & 1) === 1 };
}
