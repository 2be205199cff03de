import { finished } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. `pieces` is read only when its turn comes. */
export type ZipEntry = {
  /** Path in the archive, with `/`. */
  name: string;
  pieces: AsyncIterable<Uint8Array | string>;
  modified: Date;
  /** `false` for content that is compressed already; `true` unless set. */
  compress?: boolean;
};

/**
 * Yields the bytes of a zip archive while it is read, one entry after the other, so that memory does not grow with the
 * archive. Uses Zip64 for large ones. Throws the errors of the entries. When the reader stops, reading of the entries
 * stops.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const file = new ZipFile();
  // Wrapped, because the type of the library’s stream has no `destroy`.
  const output = Readable.from(file.outputStream, { objectMode: false });
  const abort = new AbortController();
  file.on('error', (error: Error) => output.destroy(error));
  const filling = fill(file, entries, abort.signal).catch((error: Error) => {
    output.destroy(error);
  });
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    abort.abort();
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
