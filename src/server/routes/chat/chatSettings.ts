import { getChatSettings, putChatSettings } from '#contract/chat/chatSettings.ts';
import * as endpoints from '#contract/chat/personalTexts.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { deleteMemoryLine } from '#server/services/chatSettings/deleteMemoryLine.ts';
import { getPersonalTexts } from '#server/services/chatSettings/getPersonalTexts.ts';
import { getSettings } from '#server/services/chatSettings/getSettings.ts';
import { putCustomInstructions } from '#server/services/chatSettings/putCustomInstructions.ts';
import { putMemoryLine } from '#server/services/chatSettings/putMemoryLine.ts';
import { putSettings } from '#server/services/chatSettings/putSettings.ts';

export function chatSettingsRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, getChatSettings, (context) => getSettings(context));
  serve(app, putChatSettings, (context, { body }) => putSettings(context, body));
  serve(app, endpoints.getPersonalTexts, (context) => getPersonalTexts(context));
  serve(app, endpoints.putCustomInstructions, (context, { body }) =>
    putCustomInstructions(context, body),
  );
  serve(app, endpoints.putMemoryLine, (context, { params, body }) =>
    putMemoryLine(context, { id: params.id, text: body.text }),
  );
  serve(app, endpoints.deleteMemoryLine, (context, { params }) =>
    deleteMemoryLine(context, params.id),
  );
  return app;
}
