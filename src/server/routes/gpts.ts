import {
  getGpt as getGptEndpoint,
  listGpts as listGptsEndpoint,
  listRecentGpts as listRecentGptsEndpoint,
  listSavedGpts as listSavedGptsEndpoint,
  saveGpt as saveGptEndpoint,
  unsaveGpt as unsaveGptEndpoint,
} from '#contract/gpts.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { getGpt } from '#server/services/gpts/getGpt.ts';
import { listGpts } from '#server/services/gpts/listGpts.ts';
import {
  listRecentGpts,
  listSavedGpts,
  saveGpt,
  unsaveGpt,
} from '#server/services/gpts/savedGpts.ts';

export function gptRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, listGptsEndpoint, (context, { query }) => listGpts(context, query));
  serve(app, listRecentGptsEndpoint, (context) => listRecentGpts(context));
  serve(app, listSavedGptsEndpoint, (context, { query }) => listSavedGpts(context, query));
  serve(app, saveGptEndpoint, (context, { params }) => saveGpt(context, params.id));
  serve(app, unsaveGptEndpoint, (context, { params }) => unsaveGpt(context, params.id));
  serve(app, getGptEndpoint, (context, { params }) => getGpt(context, params.id));
  return app;
}
