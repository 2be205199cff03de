import { getAiSearch } from '#contract/aiSearch.ts';
import { getModelStatus, listModels } from '#contract/models.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { listModels as list } from '#server/services/models/listModels.ts';
import { isDisturbed } from '#server/services/models/shownModels.ts';
import { describeSearch } from '#server/services/search/describeSearch.ts';

export function modelRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listModels, async (context, { query }) => list(context, query.language));
  serve(app, getModelStatus, async (context) => ({ disturbed: await isDisturbed(context) }));
  serve(app, getAiSearch, describeSearch);
  return app;
}
