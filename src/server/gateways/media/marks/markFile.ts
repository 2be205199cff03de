import type { MediaType } from '#domain/media.ts';
import { markJpeg, markPng, markWebp } from '#server/gateways/media/marks/markPicture.ts';
import { markMp3, markWav } from '#server/gateways/media/marks/markSound.ts';
import { markMp4, markWebm } from '#server/gateways/media/marks/markVideo.ts';

/** How the mark comes into a file of each type: pure functions from bytes to bytes. */
const writers: Readonly<Record<MediaType, (bytes: Buffer) => Buffer>> = {
  'image/png': markPng,
  'image/jpeg': markJpeg,
  'image/webp': markWebp,
  'audio/mpeg': markMp3,
  'audio/wav': markWav,
  'video/mp4': markMp4,
  'video/webm': markWebm,
};

/** Returns a file with the mark that a machine made it. Throws where the file is not what its first bytes say. */
export function markFile(bytes: Uint8Array, type: MediaType): Buffer {
  return writers[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
