import type { MediaType } from '#domain/media/media.ts';

/** Returns the media type of a file by its first bytes; `undefined` for types that are not kept. */
export function sniffMedia(bytes: Uint8Array): MediaType | undefined {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  if (start.startsWith('RIFF') && start.startsWith('WAVE', 8)) return 'audio/wav';
  if (start.startsWith('ID3') || /^\u00ff[\u00e2\u00e3\u00f2\u00f3\u00fa\u00fb]/.test(start)) {
    return 'audio/mpeg';
  }
  if (start.startsWith('ftyp', 4)) return 'video/mp4';
  if (start.startsWith('\u001aE\u00df\u00a3')) return 'video/webm';
  return undefined;
}
