import {
  getGpt as getGptEndpoint,
  listGpts as listGptsEndpoint,
  listRecentGpts as listRecentGptsEndpoint,
  listSavedGpts as listSavedGptsEndpoint,
  saveGpt as saveGptEndpoint,
  unsaveGpt as unsaveGptEndpoint,
} from '#contract/gpts.ts';
import { chooseLanguage } from '#domain/languages.ts';
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
  serve(app, listGptsEndpoint, async (context, { query }, http) => {
    const accepted = http.req.header('accept-language');
    const locale = query.locale ?? chooseLanguage({ accepted });
    const list = await listGpts(context, { ...query, locale });
    // Without a `locale`, other visitors may get another order.
    http.header('vary', 'Accept-Language', { append: true });
    return list;
  });
  serve(app, listRecentGptsEndpoint, (context) => listRecentGpts(context));
  serve(app, listSavedGptsEndpoint, (context, { query }) => listSavedGpts(context, query));
  serve(app, saveGptEndpoint, (context, { params }) => saveGpt(context, params.id));
  serve(app, unsaveGptEndpoint, (context, { params }) => unsaveGpt(context, params.id));
  serve(app, getGptEndpoint, (context, { params }) => getGpt(context, params.id));
  return app;
}
