import { getAiSearch } from '#contract/search/aiSearch.ts';
import * as endpoints from '#contract/models/models.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listModels } from '#server/services/models/listModels.ts';
import { hasProviderOutage } from '#server/services/models/shownModels.ts';
import { describeSearch } from '#server/services/search/describeSearch.ts';

export function modelRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, endpoints.listModels, async (context, { query }) =>
    listModels(context, query.language),
  );
  serve(app, endpoints.getModelStatus, async (context) => ({
    disturbed: await hasProviderOutage(context),
  }));
  serve(app, getAiSearch, describeSearch);
  return app;
}
