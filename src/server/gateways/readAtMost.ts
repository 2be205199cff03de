import { untilAborted } from '#server/untilAborted.ts';

/**
 * Reads a body as text; `undefined` if it has more than `maxBytes` after decompression. The rest of such a body is not
 * read. Throws the reason of `signal` as soon as that aborts, also when the body's stream does not end then.
 */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  if (body === null) return '';
  const stream = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isRead = false;
  try {
    for (;;) {
      const next = await untilAborted(stream.next(), signal);
      isRead = next.done === true;
      if (next.done) return Buffer.concat(chunks).toString('utf8');
      size += next.value.byteLength;
      if (size > maxBytes) return undefined;
      chunks.push(next.value);
    }
  } finally {
    // Not awaited, because a stream that is ended in the middle of its work may never say that it has ended.
    if (!isRead) stream.return?.().catch(() => undefined);
  }
}

/** Gives up a response whose body is not needed. Nothing waits for that, because it may never be confirmed. */
export function leaveBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}
