import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const charactersPerChunk = 262_144;

/**
 * Writes lines into a file, gzipped when its name ends with `.gz`. The file gets its name when it is complete and then
 * replaces an older one. A device or a pipe, such as `/dev/stdout`, is written to and stays. Keeps a few lines in memory.
 */
export async function writeLines(
  file: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const isReplaced = found?.isFile() ?? true;
  const part = isReplaced ? `${file}.part` : file;
  try {
    const source = Readable.from(chunksOfLines(lines), { objectMode: false });
    const target = createWriteStream(part);
    if (file.endsWith('.gz')) await pipeline(source, createGzip({ level: 6 }), target);
    else await pipeline(source, target);
    if (isReplaced) await rename(part, file);
  } catch (error) {
    if (isReplaced) await rm(part, { force: true });
    throw error;
  }
}

/** Joins lines to chunks, so that writing needs few system calls. */
export async function* chunksOfLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < charactersPerChunk) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
