import { AppError } from '#server/errors.ts';
import type { RouteContext } from '#server/routes/serve.ts';

/** The body of a request that is a file. `contentLength` is its length in bytes by `content-length`, if that is usable. */
type UploadedFile = { body: ReadableStream<Uint8Array>; contentLength: number | undefined };

/** Returns the file in the body of a request. Throws `invalid_input` without a body. */
export function uploadedFile(http: RouteContext): UploadedFile {
  const { body } = http.req.raw;
  if (body === null) {
    throw new AppError('invalid_input', 'The body must be the file', { place: 'body' });
  }
  const length = Number(http.req.header('content-length'));
  return { body, contentLength: Number.isSafeInteger(length) && length >= 0 ? length : undefined };
}
