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
import { sendFile } from '#server/routes/sendFile.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { whileSignedIn } from '#server/routes/watchSession.ts';
import { changeConversation } from '#server/services/conversations/changeConversation.ts';
import {
  deleteConversation,
  deleteConversations,
} from '#server/services/conversations/deleteConversations.ts';
import {
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
  serve(app, exportConversationsEndpoint, async (context, { query }, http) =>
    sendFile(context, http, await exportConversations(context, query.format)),
  );
  serve(app, importConversationsEndpoint, (context, _request, http) =>
    whileSignedIn(context, (signal) => {
      const { raw } = http.req;
      return importConversations(context, raw.body, http.req.header('content-length'), signal);
    }),
  );
  serve(app, exportConversationEndpoint, async (context, { params, query }, http) =>
    sendFile(context, http, await exportConversation(context, params.id, query.format)),
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
