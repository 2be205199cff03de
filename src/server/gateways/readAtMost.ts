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

/** Gives up a response whose body is not needed. Nothing waits for that, because it may never be confirmed. */
export function leaveBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}
