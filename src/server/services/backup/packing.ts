import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

/** Fast, and most tables still shrink to a fifth. */
const zstdLevel = 3;

export type Bytes = AsyncIterable<Uint8Array>;

/** Digest and size of a content that has passed. */
export type Measured = { sha256: string; bytes: number };

/** Passes a content on. Calls `onEnd` with its digest and size. */
export async function* measured(content: Bytes, onEnd: (result: Measured) => void): Bytes {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  onEnd({ sha256: hash.digest('hex'), bytes });
}

/** Reads a content to its end. Returns its digest and size. */
export async function measure(content: Bytes): Promise<Measured> {
  let result: Measured | undefined;
  for await (const _ of measured(content, (found) => (result = found)));
  if (!result) throw new Error('A content was not read to its end');
  return result;
}

export function compressed(content: Bytes): Bytes {
  const params = { [constants.ZSTD_c_compressionLevel]: zstdLevel };
  return through(content, createZstdCompress({ params }));
}

export function decompressed(content: Bytes): Bytes {
  return through(content, createZstdDecompress());
}

async function* through(content: Bytes, transform: NodeJS.ReadWriteStream): Bytes {
  const feeding = pipeline(Readable.from(content, { objectMode: false }), transform);
  // A failure of the source is thrown by the loop, which the transform ends with the same error.
  feeding.catch(() => undefined);
  for await (const chunk of transform) yield Buffer.from(chunk);
  await feeding;
}

/** Encrypts by age for its recipients; without any, passes the content on. */
export async function* encrypted(content: Bytes, recipients: readonly string[]): Bytes {
  if (recipients.length === 0) {
    yield* content;
    return;
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(toWeb(content));
}

/** Decrypts with the first identity that fits. */
export async function* decrypted(content: Bytes, identities: readonly string[]): Bytes {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  yield* await decrypter.decrypt(toWeb(content));
}

function toWeb(content: Bytes): ReadableStream<Uint8Array> {
  return Readable.toWeb(
    Readable.from(content, { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
}

/** Reads a short text, such as a manifest. */
export async function readText(content: Bytes, limit = 256_000_000): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new Error(`A file of the backup has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads the lines of a text of any length; it may be longer than a string can be. */
export async function* readLines(content: Bytes): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

export async function* textBytes(lines: Iterable<string>): Bytes {
  for (const line of lines) yield Buffer.from(line);
}
