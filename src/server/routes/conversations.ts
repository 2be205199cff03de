import {
  changeConversation as changeConversationEndpoint,
  deleteConversation as deleteConversationEndpoint,
  deleteConversations as deleteConversationsEndpoint,
  exportConversation as exportConversationEndpoint,
  exportConversations as exportConversationsEndpoint,
  getConversation as getConversationEndpoint,
  importConversations as importConversationsEndpoint,
  listConversations as listConversationsEndpoint,
  restoreConversations as restoreConversationsEndpoint,
  searchConversations as searchConversationsEndpoint,
} from '#contract/conversations.ts';
import type { Context } from '#server/context.ts';
import { redactedError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { changeConversation } from '#server/services/conversations/changeConversation.ts';
import {
  deleteConversation,
  deleteConversations,
} from '#server/services/conversations/deleteConversations.ts';
import {
  type ExportedFile,
  exportConversation,
  exportConversations,
} from '#server/services/conversations/export/exportConversations.ts';
import { getConversation } from '#server/services/conversations/getConversation.ts';
import { importConversations } from '#server/services/conversations/import/importConversations.ts';
import { listConversations } from '#server/services/conversations/listConversations.ts';
import { restoreConversations } from '#server/services/conversations/restoreConversations.ts';
import { searchConversations } from '#server/services/conversations/search/searchConversations.ts';

/** Everything that is done with conversations, but for talking in them. */
export function conversationRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listConversationsEndpoint, (context, { query }) => listConversations(context, query));
  serve(app, deleteConversationsEndpoint, (context) => deleteConversations(context));
  serve(app, restoreConversationsEndpoint, (context, { body }) =>
    restoreConversations(context, body),
  );
  serve(app, searchConversationsEndpoint, (context, { query }) =>
    searchConversations(context, query),
  );
  serve(app, exportConversationsEndpoint, async (context, { query }) =>
    sendFile(context, await exportConversations(context, query.format)),
  );
  serve(app, importConversationsEndpoint, (context, _request, http) =>
    importConversations(context, http.req.raw.body, http.req.header('content-length')),
  );
  serve(app, exportConversationEndpoint, async (context, { params, query }) =>
    sendFile(context, await exportConversation(context, params.id, query.format)),
  );
  serve(app, getConversationEndpoint, (context, { params, query }) =>
    getConversation(context, params.id, query),
  );
  serve(app, changeConversationEndpoint, (context, { params, body }) =>
    changeConversation(context, params.id, body),
  );
  serve(app, deleteConversationEndpoint, (context, { params }) =>
    deleteConversation(context, params.id),
  );
  return app;
}

/** A file to keep, sent while it is written. A failure in its middle cuts the connection, so that no half looks whole. */
function sendFile(context: Context, { name, type, pieces }: ExportedFile): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
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

/** RFC 6266: the name in UTF-8, and a plain one for those who cannot read it. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
