import type { MediaKind } from '#domain/media/media.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The smallest files that are kept of each kind. */
export const contents: Readonly<Record<MediaKind, Buffer>> = {
  picture: pixel,
  music: silence(),
  video: Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box('mdat', Buffer.alloc(64)),
  ]),
};

/** Files that look right at their beginning only. */
export const broken: Readonly<Record<MediaKind, Buffer>> = {
  picture: pixel.subarray(0, 20),
  music: Buffer.from('RIFF'),
  video: Buffer.from('\u001aE\u00df\u00a3', 'latin1'),
};

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A tenth of a second of 8-bit WAV. */
function silence(): Buffer {
  const [rate, length] = [8_000, 800];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(length, 40);
  return Buffer.concat([head, Buffer.alloc(length, 128)]);
}
