import type { Context } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import type { RouteContext } from '#server/routes/serve.ts';
import { cutWithSession } from '#server/routes/watchSession.ts';
import type { ExportedFile } from '#server/services/conversations/export/exportConversations.ts';

/**
 * Streams a file to the client. A failure or the end of the session cuts the connection, so that an incomplete file does
 * not look complete.
 */
export function sendFile(
  context: Context,
  http: RouteContext,
  { name, type, pieces }: ExportedFile,
): Response {
  cutWithSession(context, http);
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(bytesOf(next.value));
      } catch (error) {
        context.log.warn({ error: redactedError(error) }, 'an export was cut off');
        controller.error(error);
      }
    },
    cancel: async () => {
      await iterator.return?.(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': contentDisposition(name),
      'cache-control': 'no-store',
    },
  });
}

function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
}

/** Returns the header with the name in UTF-8, and in ASCII for clients that do not support that (RFC 6266). */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
