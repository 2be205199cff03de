import { listModels } from '#contract/chat.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listModels as list } from '#server/services/chat/listModels.ts';

/** Which models are served changes with a restart only. */
const cacheControl = 'public, max-age=60';

export function modelRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listModels, async (context, _request, http) => {
    http.header('cache-control', cacheControl);
    return list(context);
  });
  return app;
}
