import {
  deleteAttachment as deleteAttachmentEndpoint,
  getAttachment as getAttachmentEndpoint,
  uploadAttachment as uploadAttachmentEndpoint,
} from '#contract/attachments.ts';
import { AppError } from '#server/errors.ts';
import { announcedLength } from '#server/routes/announcedLength.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { deleteAttachment } from '#server/services/attachments/deleteAttachment.ts';
import { contentDisposition, downloadName } from '#server/services/attachments/fileName.ts';
import {
  type AttachmentContent,
  getAttachment,
} from '#server/services/attachments/getAttachment.ts';
import { uploadAttachment } from '#server/services/attachments/uploadAttachment.ts';

export function attachmentRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, uploadAttachmentEndpoint, (context, { query }, http) => {
    const { body } = http.req.raw;
    if (body === null) {
      throw new AppError('invalid_input', 'The body must be the file', { place: 'body' });
    }
    return uploadAttachment(context, { name: query.name, body, announced: announcedLength(http) });
  });
  serve(app, getAttachmentEndpoint, async (context, { params }) => {
    const content = await getAttachment(context, params.id);
    return new Response(content.stream(), { headers: headersOf(content) });
  });
  serve(app, deleteAttachmentEndpoint, async (context, { params }) => {
    await deleteAttachment(context, params.id);
    return { id: params.id };
  });
  return app;
}

/** Whatever is in a file: no browser makes anything else of it than what it is called here. */
function headersOf({ kind, name, type, size }: AttachmentContent): Record<string, string> {
  const how = kind === 'image' ? 'inline' : 'attachment';
  return {
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-length': String(size),
    'content-disposition': contentDisposition(how, downloadName(name, type)),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // An attachment never changes; another user of the same browser must not find it.
    'cache-control': 'private, max-age=86400, immutable',
    vary: 'cookie',
  };
}
