import { listModels } from '#contract/models.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listModels as list } from '#server/services/chat/listModels.ts';

export function modelRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listModels, async (context) => list(context));
  return app;
}
