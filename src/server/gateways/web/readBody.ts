import type { IncomingMessage } from 'node:http';
import { type Duplex, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Refused, toRefused } from '#server/gateways/web/refused.ts';

/**
 * Reads a body of at most `maxBytes`, counted before and after decompression: a small body can unpack to a large one,
 * and endless members of gzip can unpack to nothing. Throws `Refused`.
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refused('too_large');
  const decoder = decoderOf(response.headers['content-encoding']);
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: countUpTo(maxBytes, (chunk, done) => {
      chunks.push(chunk);
      done();
    }),
  });
  try {
    if (decoder === undefined) await pipeline(response, sink, { signal });
    else await pipeline(response, limiter(maxBytes), decoder, sink, { signal });
  } catch (error) {
    throw toRefused(error);
  }
  return Buffer.concat(chunks);
}

type Done = (error?: Error | null, chunk?: Buffer) => void;

function limiter(maxBytes: number): Transform {
  return new Transform({ transform: countUpTo(maxBytes, (chunk, done) => done(null, chunk)) });
}

function countUpTo(maxBytes: number, pass: (chunk: Buffer, done: Done) => void) {
  let size = 0;
  return (chunk: Buffer, _encoding: string, done: Done): void => {
    size += chunk.byteLength;
    if (size > maxBytes) done(new Refused('too_large'));
    else pass(chunk, done);
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
