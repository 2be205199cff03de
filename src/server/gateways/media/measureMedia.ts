import sharp from 'sharp';
import { type MediaType, mediaTypeFacts, pixelsAtMost } from '#domain/media/media.ts';
import { chunksOf } from '#server/gateways/media/marks/riff.ts';

export type Measures = { width: number | null; height: number | null; seconds: number | null };

const nothing: Measures = { width: null, height: null, seconds: null };

/** Returns the size of a picture, and the length of a WAV. Throws when a picture cannot be decoded. */
export async function measureMedia(bytes: Buffer, type: MediaType): Promise<Measures> {
  if (mediaTypeFacts[type].kind === 'picture') {
    const { width, height } = await sharp(bytes, { limitInputPixels: pixelsAtMost }).metadata();
    return { ...nothing, width, height };
  }
  if (type === 'audio/wav') return { ...nothing, seconds: secondsOfWav(bytes) };
  return nothing;
}

function secondsOfWav(bytes: Buffer): number | null {
  const chunks = chunksOf(bytes);
  const format = chunks.find(({ name }) => name === 'fmt ');
  const data = chunks.find(({ name }) => name === 'data');
  if (!format || !data) return null;
  const bytesPerSecond = bytes.readUInt32LE(format.start + 8);
  return bytesPerSecond === 0 ? null : Math.round((100 * data.size) / bytesPerSecond) / 100;
}
