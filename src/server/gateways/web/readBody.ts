import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Refused, toRefused } from '#server/gateways/web/refused.ts';
import { untilAborted } from '#server/untilAborted.ts';

/**
 * Reads a body of at most `maxBytes`, counted before and after decompression: a small body can unpack to a large one,
 * and an endless gzip stream can unpack to nothing. Throws `Refused`.
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamBody(response, maxBytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Streams a body in the same way, with backpressure. Throws `Refused`, or the reason of `signal` as soon as that aborts:
 * it waits for no stream to close, because a decompressor that is destroyed in the middle of its work may never do so.
 */
export async function* streamBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const decoder = decoderOf(response.headers['content-encoding']);
  const streams = decoder === undefined ? [response] : [response, decoder];
  // Errors after the end of this function, which has thrown the first one.
  for (const stream of streams) stream.on('error', () => undefined);
  const feeding = new AbortController();
  const ends = AbortSignal.any([signal, feeding.signal]);
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refused('too_large');
    if (decoder) feed(decoder, response, maxBytes).catch((error) => feeding.abort(error));
    const chunks = (decoder ?? response)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const count = counter(maxBytes);
    for (;;) {
      const next = await untilAborted(chunks.next(), ends);
      if (next.done) return;
      count(next.value);
      yield next.value;
    }
  } catch (error) {
    throw toRefused(error);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/** Writes a body of at most `maxBytes` into a decompressor. */
async function feed(decoder: Duplex, body: AsyncIterable<Buffer>, maxBytes: number): Promise<void> {
  const count = counter(maxBytes);
  for await (const chunk of body) {
    count(chunk);
    if (!decoder.write(chunk)) await once(decoder, 'drain');
  }
  decoder.end();
}

function counter(maxBytes: number): (chunk: Buffer) => void {
  let size = 0;
  return ({ byteLength }) => {
    size += byteLength;
    if (size > maxBytes) throw new Refused('too_large');
  };
}

function decoderOf(encoding: string | undefined): Duplex | undefined {
  switch ((encoding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new Refused('encoding');
  }
}
