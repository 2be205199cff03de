import { readBytesAtMost } from '#server/readBytesAtMost.ts';

/** Reads a body as text; `undefined` if it has more than `maxBytes` after decompression. See `readBytesAtMost`. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (body === null) return '';
  return (await readBytesAtMost(body, maxBytes, signal))?.toString('utf8');
}
