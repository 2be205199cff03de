import { hash } from 'node:crypto';
import type { Bytes } from '#server/services/backup/packing.ts';

const lineEnd = 0x0a;
const words = 8;

/**
 * Passes the text of COPY on, in which each row is a line. Calls `onEnd` with a digest of the rows in any order, because
 * PostgreSQL may store loaded rows in another order: the sum of their SHA-256 digests, word by word.
 */
export async function* rowsDigested(content: Bytes, onEnd: (digest: string) => void): Bytes {
  const sums = new Uint32Array(words);
  const add = (row: Uint8Array) => {
    const digest = hash('sha256', row, 'buffer');
    for (let word = 0; word < words; word += 1) {
      sums[word] = (sums[word] ?? 0) + digest.readUInt32BE(4 * word);
    }
  };
  let rest: Uint8Array[] = [];
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, start)) {
      const part = chunk.subarray(start, end);
      add(rest.length === 0 ? part : Buffer.concat([...rest, part]));
      rest = [];
      start = end + 1;
    }
    if (start < chunk.byteLength) rest.push(chunk.subarray(start));
    yield chunk;
  }
  if (rest.length > 0) add(Buffer.concat(rest));
  onEnd([...sums].map((sum) => sum.toString(16).padStart(8, '0')).join(''));
}
