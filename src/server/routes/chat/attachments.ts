import * as endpoints from '#contract/chat/attachments.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { uploadedFile } from '#server/routes/uploadedFile.ts';
import { deleteAttachment } from '#server/services/attachments/deleteAttachment.ts';
import { contentDisposition, downloadName } from '#server/services/files/fileName.ts';
import {
  type AttachmentContent,
  getAttachment,
} from '#server/services/attachments/getAttachment.ts';
import { uploadAttachment } from '#server/services/attachments/uploadAttachment.ts';

export function attachmentRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.uploadAttachment, async (context, { query }, http) =>
    uploadAttachment(context, { name: query.name, ...uploadedFile(http) }),
  );
  serve(app, endpoints.getAttachment, async (context, { params }) => {
    const content = await getAttachment(context, params.id);
    return new Response(content.stream(), { headers: headersOf(content) });
  });
  serve(app, endpoints.deleteAttachment, async (context, { params }) => {
    await deleteAttachment(context, params.id);
    return { id: params.id };
  });
  return app;
}

/** Headers that keep browsers from treating the content as anything but its detected type. */
function headersOf({ kind, name, type, size }: AttachmentContent): Record<string, string> {
  const disposition = kind === 'image' ? 'inline' : 'attachment';
  return {
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-length': String(size),
    'content-disposition': contentDisposition(disposition, downloadName(name, type)),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // An attachment never changes. `vary`, so that another user of the same browser does not get it from the cache.
    'cache-control': 'private, max-age=86400, immutable',
    vary: 'cookie',
  };
}
