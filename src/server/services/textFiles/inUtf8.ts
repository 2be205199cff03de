import { findEncoding } from '#server/findEncoding.ts';
import { peek } from '#server/peek.ts';
import type { Chunks } from '#server/services/textFiles/pieces.ts';

/**
 * Returns the first bytes and the whole content of a table in UTF-8. Spreadsheets save tables in the encoding of their
 * system, which the whole lines of `head` show; rows of UTF-8 with broken bytes stay as they are.
 */
export async function inUtf8(
  head: Buffer,
  chunks: AsyncIterable<Buffer>,
): Promise<[Buffer, AsyncIterable<Buffer>]> {
  const encoding = findEncoding(wholeLines(head)) ?? 'utf-8';
  return encoding === 'utf-8'
    ? [head, chunks]
    : peek(transcode(chunks, encoding), Math.max(1, head.length));
}

/** Returns the bytes up to the last line break, which in UTF-16 has two. */
function wholeLines(head: Buffer): Buffer {
  const end = head.lastIndexOf('\n') + 1;
  if (end === 0) return head;
  return head.subarray(0, head[end] === 0 ? end + 1 : end);
}

/** Yields a text in UTF-8, without a byte order mark. */
export async function* transcode(chunks: Chunks, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
