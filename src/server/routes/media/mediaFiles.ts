import * as endpoints from '#contract/media/media.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { contentDisposition } from '#server/services/files/fileName.ts';
import { deleteMediaFile } from '#server/services/media/files/deleteMediaFile.ts';
import { type MediaDownload, findMediaFile } from '#server/services/media/files/findMediaFile.ts';
import { listMediaFiles } from '#server/services/media/files/listMediaFiles.ts';

export function mediaFileRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listMediaFiles, (context, { query }) => listMediaFiles(context, query));
  serve(app, endpoints.getMediaFile, async (context, { params, query }, http) => {
    const found = await findMediaFile(context, params.id, query.share);
    return sendRange(found, http.req.header('range'), query.download !== undefined);
  });
  serve(app, endpoints.deleteMediaFile, async (context, { params }) => {
    await deleteMediaFile(context, params.id);
    return { id: params.id };
  });
  return app;
}

/** Responds with a file or a range of it. Its headers keep browsers from treating it as anything but its stored type. */
function sendRange(
  found: MediaDownload,
  header: string | undefined,
  isDownload: boolean,
): Response {
  const { content, name, type } = found;
  const { size } = content;
  const range = byteRangeOf(header, size);
  if (range === 'none') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const headers = new Headers({
    'content-type': type,
    'content-length': String(last - first + 1),
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(isDownload ? 'attachment' : 'inline', name),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // Links can be revoked and files deleted, so browsers validate each time and shared caches keep no copy.
    'cache-control': 'private, no-cache',
    vary: 'cookie',
    'x-robots-tag': 'noindex',
  });
  if (!range) return new Response(content.stream(), { headers });
  headers.set('content-range', `bytes ${first}-${last}/${size}`);
  return new Response(content.stream(range), { status: 206, headers });
}

/** Positions of the first and the last byte, both included. */
type ByteRange = { first: number; last: number };

/**
 * Parses a `Range` header for a file of `size` bytes. Returns `undefined` for the whole file, also for several ranges and a
 * malformed header (RFC 9110, 14.2), and `'none'` if the file has no such bytes.
 */
function byteRangeOf(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'none' : { first, last };
}
