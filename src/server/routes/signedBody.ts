import { readBytesAtMost } from '#server/readBytesAtMost.ts';
import { type RouteContext, bodyMaxBytes, bodyTooLarge } from '#server/routes/serve.ts';

/**
 * Reads the raw bytes of a webhook's message, of which its signature is made. Throws `too_large`. Webhooks are exempt
 * from the limit of bodies in `app.ts`, which reads a body of unknown length before their own checks.
 */
export async function readSignedBody(http: RouteContext): Promise<Uint8Array> {
  if (Number(http.req.header('content-length') ?? 0) > bodyMaxBytes) throw bodyTooLarge();
  const { body } = http.req.raw;
  if (body === null) return new Uint8Array();
  const bytes = await readBytesAtMost(body, bodyMaxBytes);
  if (bytes === undefined) throw bodyTooLarge();
  return bytes;
}
