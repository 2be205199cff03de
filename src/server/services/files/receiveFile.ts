import { type FileHandle, open } from 'node:fs/promises';
import { attachmentMaxBytes } from '#domain/chat/attachments.ts';
import {
  type DetectedType,
  detectedBytes,
  detectType,
} from '#server/services/files/reading/detectType.ts';
import { tooLarge, unreadable } from '#server/services/files/refusals.ts';
import { AppError } from '#server/errors.ts';

export type ReceivedFile = { type: DetectedType; size: number };

const chunkTimeoutMilliseconds = 30_000;

/**
 * Writes an uploaded file to `path`, and detects its type by its first bytes. Throws as soon as it exceeds `mostBytes`
 * or the limit of its kind, or has a type that cannot be attached. Throws `invalid_input` when the client disconnects
 * or stops sending.
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array>,
  path: string,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<ReceivedFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await receiveInto(file, body, mostBytes);
  } finally {
    await file.close();
  }
}

async function receiveInto(
  file: FileHandle,
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<ReceivedFile> {
  const reader = body.getReader();
  let head = Buffer.alloc(0);
  let type: DetectedType | undefined;
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await readChunk(reader);
      if (!done) {
        size += value.byteLength;
        if (type === undefined) head = Buffer.concat([head, value]);
        await writeWhole(file, value);
      }
      if (type === undefined && (done || head.length >= detectedBytes)) {
        if (size === 0) throw unreadable({ rule: 'empty' });
        type = detectType(head);
        if (type === undefined) throw unreadable({ rule: 'type' });
      }
      if (size > mostBytes) throw tooLarge(mostBytes);
      refuseTooLarge(type, size);
      if (done && type !== undefined) return { type, size };
    }
  } finally {
    // Not cancelled: that would close the connection before the client gets the error. The server reads the rest.
    reader.releaseLock();
  }
}

/** While the type is not known, the largest limit applies. */
function refuseTooLarge(type: DetectedType | undefined, size: number): void {
  const kind = type === undefined || type === 'text' || type === 'pdf' ? 'text' : 'image';
  if (size > attachmentMaxBytes[kind]) throw tooLarge(attachmentMaxBytes[kind]);
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new Error('The client stopped sending')),
    chunkTimeoutMilliseconds,
  );
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } catch {
    throw new AppError('invalid_input', 'The file did not arrive whole', { place: 'body' });
  } finally {
    clearTimeout(timer);
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await file.write(bytes, done)).bytesWritten;
  }
}
