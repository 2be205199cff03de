import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportProblem } from '#contract/conversations/conversations.ts';
import { AppError } from '#server/errors.ts';
import { peek } from '#server/peek.ts';
import { untilAborted } from '#server/untilAborted.ts';
import { ownFormat } from '#server/services/conversations/export/exportFormat.ts';
import { importLimits, isRecord } from '#server/services/conversations/import/imported.ts';
import { isZip, unzipFiles } from '#server/services/conversations/import/unzip.ts';
import { splitJsonArray } from '#server/services/textFiles/jsonArray.ts';
import { headBytes, skipBytes } from '#server/services/textFiles/openBytes.ts';
import { type Piece, pieceMaxBytes, tooLong } from '#server/services/textFiles/pieces.ts';

/** A conversation as it is in the file, or the reason why it could not be cut out, with the first line of it. */
export type FileItem =
  | { from: 'dolores' | 'chatgpt'; value: unknown }
  | { problem: ImportProblem; line: number };

/** The names of files with conversations: ChatGPT splits large exports. */
const conversationFiles = /(?:^|\/)conversations(?:[-_ ]?\d+| \(\d+\))?\.json$/i;

const ownHead = new RegExp(String.raw`^\uFEFF?\s*\{\s*"format"\s*:\s*"${ownFormat}"[^[]*\[`);

/**
 * Writes a request body into a file. Throws `too_large` beyond the limit, `invalid_input` without a body, and the
 * reason of `signal` when that aborts.
 */
export async function storeUpload(
  body: ReadableStream<Uint8Array> | null,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  if (!body) throw invalid('The body must be the file with the conversations');
  let bytes = 0;
  const limited = async function* () {
    for await (const chunk of readBody(body, signal)) {
      bytes += chunk.length;
      if (bytes > importLimits.bodyBytes) throw tooLarge();
      yield chunk;
    }
  };
  await pipeline(Readable.from(limited(), { objectMode: false }), createWriteStream(file));
  if (bytes === 0) throw invalid('The body is empty');
}

/** Yields the chunks of a body. Throws `invalid_input` if the client disconnects. */
async function* readBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const next = await untilAborted(reader.read(), signal).catch(() => {
        signal.throwIfAborted();
        throw invalid('The file was cut off on its way');
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

export function tooLarge(): AppError {
  const { bodyBytes } = importLimits;
  return new AppError('too_large', `The file has more than ${bodyBytes} bytes`, {
    max_bytes: bodyBytes,
  });
}

/** Yields the conversations of a file, one in memory at a time. Throws `invalid_input` for an unknown format. */
export async function* readUpload(file: string): AsyncGenerator<FileItem> {
  const [head, chunks] = await peek(read(file), headBytes);
  if (!isZip(head)) return yield* readJson(file, chunks);
  await chunks.return(undefined);
  let isEmpty = true;
  for await (const pieces of unzipFiles(file, conversationFiles)) {
    isEmpty = false;
    yield* readArray(withoutByteOrderMark(pieces), 'chatgpt');
  }
  if (isEmpty) throw invalid('The ZIP file has no conversations.json');
}

async function* readJson(file: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<FileItem> {
  const [head, all] = await peek(chunks, headBytes);
  const text = head.toString('utf8', 0, 4_096);
  if (/^\uFEFF?\s*\[/.test(text)) return yield* readArray(withoutByteOrderMark(all), 'chatgpt');
  const own = ownHead.exec(text);
  if (own) {
    const start = Buffer.byteLength(own[0]) - 1;
    return yield* readArray(skipBytes(all, start), 'dolores');
  }
  await all.return(undefined);
  yield* readWhole(file);
}

/** Reads a file that another program reformatted, or that has one conversation only. */
async function* readWhole(file: string): AsyncGenerator<FileItem> {
  const { size } = await stat(file);
  const value = size > pieceMaxBytes ? undefined : parse(await readFile(file, 'utf8'));
  if (!isRecord(value)) {
    throw invalid('The file is neither our own export nor conversations.json of ChatGPT');
  }
  const { format, conversations } = value;
  if (format === ownFormat && Array.isArray(conversations)) {
    for (const one of conversations) yield { from: 'dolores', value: one };
  } else if (isRecord(value['mapping'])) {
    yield { from: 'chatgpt', value };
  } else {
    throw invalid('The file has no conversations in a form that is known');
  }
}

async function* readArray(
  chunks: AsyncIterable<Buffer>,
  source: 'dolores' | 'chatgpt',
): AsyncGenerator<FileItem> {
  // The array of our own format is within an object, which continues after the array.
  const isWrapped = source === 'dolores';
  for await (const piece of splitJsonArray(chunks, { isWrapped })) yield toFileItem(piece, source);
}

function toFileItem(piece: Piece, from: 'dolores' | 'chatgpt'): FileItem {
  const { line } = piece;
  if ('problem' in piece) {
    return { problem: piece.problem === tooLong ? 'too_large' : 'damaged', line };
  }
  const value = parse(piece.bytes.toString());
  return value === undefined ? { problem: 'damaged', line } : { from, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

async function* read(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file)) yield chunk as Buffer;
}

function withoutByteOrderMark(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return (async function* () {
    let isFirst = true;
    for await (const chunk of chunks) {
      yield isFirst && chunk[0] === 0xef ? chunk.subarray(3) : chunk;
      isFirst = false;
    }
  })();
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message, { place: 'body' });
}
