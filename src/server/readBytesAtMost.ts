import { untilAborted } from '#server/untilAborted.ts';

/**
 * Reads a body; `undefined` if it has more than `maxBytes`. The rest of such a body is not read. Throws the reason of
 * `signal` as soon as that aborts, also when the body's stream does not end then.
 */
export async function readBytesAtMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Buffer | undefined> {
  const stream = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isRead = false;
  try {
    for (;;) {
      const next = await untilAborted(stream.next(), signal);
      isRead = next.done === true;
      if (next.done) return Buffer.concat(chunks);
      size += next.value.byteLength;
      if (size > maxBytes) return undefined;
      chunks.push(next.value);
    }
  } finally {
    // Not awaited, because a stream that is ended in the middle of its work may never say that it has ended.
    if (!isRead) stream.return?.().catch(() => undefined);
  }
}
