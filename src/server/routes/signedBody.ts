import { type RouteContext, bodyMaxBytes, bodyTooLarge } from '#server/routes/serve.ts';

/**
 * Reads the raw bytes of a webhook's message, of which its signature is made. Throws `too_large`. Webhooks are exempt
 * from the limit of bodies in `app.ts`, which reads a body of unknown length before their own checks.
 */
export async function readSignedBody(http: RouteContext): Promise<Uint8Array> {
  if (Number(http.req.header('content-length') ?? 0) > bodyMaxBytes) throw bodyTooLarge();
  const reader = http.req.raw.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await reader?.read();
    if (next === undefined || next.done) return Buffer.concat(chunks);
    size += next.value.byteLength;
    if (size > bodyMaxBytes) throw bodyTooLarge();
    chunks.push(next.value);
  }
}
