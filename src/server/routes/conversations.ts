import {
  getConversation as getConversationEndpoint,
  listConversations as listConversationsEndpoint,
} from '#contract/conversations.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getConversation } from '#server/services/conversations/getConversation.ts';
import { listConversations } from '#server/services/conversations/listConversations.ts';

export function conversationRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listConversationsEndpoint, (context, { query }) => listConversations(context, query));
  serve(app, getConversationEndpoint, (context, { params }) => getConversation(context, params.id));
  return app;
}
