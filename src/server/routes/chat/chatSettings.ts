import { getChatSettings, putChatSettings } from '#contract/chat/chatSettings.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getSettings } from '#server/services/chatSettings/getSettings.ts';
import { putSettings } from '#server/services/chatSettings/putSettings.ts';

export function chatSettingsRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getChatSettings, (context) => getSettings(context));
  serve(app, putChatSettings, (context, { body }) => putSettings(context, body));
  return app;
}
