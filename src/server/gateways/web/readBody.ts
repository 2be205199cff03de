import type { IncomingMessage } from 'node:http';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Refused, toRefused } from '#server/gateways/web/refused.ts';

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

/** Streams a body in the same way, with backpressure. Throws `Refused`. */
export async function* streamBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Refused('too_large');
  const decoder = decoderOf(response.headers['content-encoding']);
  const output = limiter(maxBytes);
  // Not handled here: a failure also ends `output`, whose loop throws it.
  const flowing =
    decoder === undefined
      ? pipeline(response, output, { signal })
      : pipeline(response, limiter(maxBytes), decoder, output, { signal });
  flowing.catch(() => undefined);
  try {
    for await (const chunk of output) yield chunk as Buffer;
    await flowing;
  } catch (error) {
    // The pipeline's error is the cause; the output only has a consequence of it.
    throw toRefused(
      await flowing.then(
        () => error,
        (first: unknown) => first,
      ),
    );
  } finally {
    output.destroy();
  }
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
