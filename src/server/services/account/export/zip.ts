import { finished } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its pieces are read only when its turn has come. */
export type ZipEntry = {
  /** Path in the archive, with `/`. */
  name: string;
  pieces: AsyncIterable<Uint8Array | string>;
  modified: Date;
  /** Off for what is compressed already. */
  compress?: boolean;
};

/**
 * The bytes of a zip archive, written while they are read: one entry after the other, so that memory does not grow with
 * the archive. Zip64 where it is large. Throws what the entries throw; a reader who leaves ends their reading.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const file = new ZipFile();
  // A stream of ours, because the type of the library’s has no `destroy`.
  const output = Readable.from(file.outputStream, { objectMode: false });
  const leaving = new AbortController();
  file.on('error', (error: Error) => output.destroy(error));
  const filling = fill(file, entries, leaving.signal).catch((error: Error) => {
    output.destroy(error);
  });
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    leaving.abort();
    await filling;
  }
}

async function fill(
  file: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, pieces, modified, compress = true } of entries) {
    const content = Readable.from(pieces, { objectMode: false, signal });
    file.addReadStream(content, name, { mtime: modified, compress });
    await finished(content);
  }
  file.end();
}
