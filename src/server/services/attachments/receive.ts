import { type FileHandle, open } from 'node:fs/promises';
import { attachmentMaxBytes } from '#domain/attachments.ts';
import {
  type DetectedType,
  detectedBytes,
  detectType,
} from '#server/services/attachments/reading/detectType.ts';
import { tooLarge, unreadable } from '#server/services/attachments/refusals.ts';
import { AppError } from '#server/errors.ts';

export type Received = { type: DetectedType; size: number };

/** Milliseconds that a sender may pause. */
const pauseAtMost = 30_000;

/**
 * Writes an uploaded file to `path` while it arrives, and finds its type by its first bytes. Throws at the first byte that
 * is too much, by `mostBytes` or by what can be attached, or when the beginning is of no type that can be attached; and `invalid_input` when the sender leaves or
 * falls silent.
 */
export async function receive(
  body: ReadableStream<Uint8Array>,
  path: string,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Received> {
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
): Promise<Received> {
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
    // Not cancelled: that would cut the connection before the sender hears why. The server reads what still comes.
    reader.releaseLock();
  }
}

/** A file of a type that is not known yet has the largest limit. */
function refuseTooLarge(type: DetectedType | undefined, size: number): void {
  const kind = type === undefined || type === 'text' || type === 'pdf' ? 'text' : 'image';
  if (size > attachmentMaxBytes[kind]) throw tooLarge(attachmentMaxBytes[kind]);
}

async function readChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('The sender fell silent')), pauseAtMost);
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
