import * as endpoints from '#contract/conversations/conversations.ts';
import * as deleted from '#contract/conversations/deletedConversations.ts';
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
import { listDeletedConversations } from '#server/services/conversations/listDeleted.ts';
import { purgeDeleted } from '#server/services/conversations/purgeConversations.ts';
import { restoreConversations } from '#server/services/conversations/restoreConversations.ts';
import { searchConversations } from '#server/services/conversations/search/searchConversations.ts';

/** All calls about conversations, except questions and answers. */
export function conversationRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listConversations, (context, { query }) =>
    listConversations(context, query),
  );
  serve(app, endpoints.deleteConversations, (context) => deleteConversations(context));
  serve(app, endpoints.restoreConversations, (context, { body }) =>
    restoreConversations(context, body),
  );
  serve(app, deleted.listDeletedConversations, (context, { query }) =>
    listDeletedConversations(context, query),
  );
  serve(app, deleted.purgeConversation, (context, { params }) => purgeDeleted(context, params.id));
  serve(app, deleted.purgeDeletedConversations, (context) => purgeDeleted(context));
  serve(app, endpoints.searchConversations, (context, { query }) =>
    searchConversations(context, query),
  );
  serve(app, endpoints.exportConversations, async (context, { query }, http) =>
    sendFile(context, http, await exportConversations(context, query.format)),
  );
  serve(app, endpoints.importConversations, (context, _request, http) =>
    whileSignedIn(context, (signal) => {
      const { raw } = http.req;
      return importConversations(context, raw.body, http.req.header('content-length'), signal);
    }),
  );
  serve(app, endpoints.exportConversation, async (context, { params, query }, http) =>
    sendFile(context, http, await exportConversation(context, params.id, query.format)),
  );
  serve(app, endpoints.getConversation, (context, { params, query }) =>
    getConversation(context, params.id, query),
  );
  serve(app, endpoints.changeConversation, (context, { params, body }) =>
    changeConversation(context, params.id, body),
  );
  serve(app, endpoints.deleteConversation, (context, { params }) =>
    deleteConversation(context, params.id),
  );
  return app;
}
