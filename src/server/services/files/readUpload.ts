import type { Context } from '#server/context.ts';
import type { ReadFile, ReadingTask } from '#server/services/files/reading/reading.ts';
import { receiveFile } from '#server/services/files/receiveFile.ts';
import { tooLarge, unreadable } from '#server/services/files/refusals.ts';
import { uploadLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';

export type UploadBody = {
  body: ReadableStream<Uint8Array>;
  /** The `Content-Length` of the request. */
  contentLength: number | undefined;
};

/** A file that was read, with the paths of the file to store and of its text. */
export type PreparedFile = ReadFile & { path: string; textPath: string };

/** Throws `attachment_too_large` before anything is received when the announced size is over the limit. */
export function refuseAnnouncedSize({ contentLength = 0 }: UploadBody, mostBytes: number): void {
  if (contentLength > mostBytes) throw tooLarge(mostBytes);
}

/**
 * Receives an upload to `input`, counts its size, and has another process read it. Throws `too_many_requests`,
 * `invalid_input` when the file does not arrive, and the errors of `refusals.ts`.
 */
export async function readUpload(
  context: Context,
  userId: string,
  input: string,
  { body }: UploadBody,
  options: { mostBytes?: number; isPicture?: true; square?: ReadingTask['square'] } = {},
): Promise<PreparedFile> {
  await takePoints(context, [{ limit: uploadLimits.files, by: userId }]);
  const { type, size } = await receiveFile(body, input, options.mostBytes);
  const points = Math.ceil(size / 1_000);
  await takePoints(context, [{ limit: uploadLimits.kilobytes, by: userId, points }]);
  if (options.isPicture && (type === 'pdf' || type === 'text')) throw unreadable({ rule: 'type' });
  const square = options.square && { square: options.square };
  const task = { type, input, output: `${input}.stored`, text: `${input}.text`, ...square };
  const reading = await context.uploads.read(task);
  if (reading.kind === 'unreadable') throw unreadable(reading.why);
  const path = reading.file.file === 'input' ? task.input : task.output;
  return { ...reading.file, path, textPath: task.text };
}
