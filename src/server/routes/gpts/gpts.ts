import * as endpoints from '#contract/gpts/gpts.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { publicRead } from '#server/routes/publicRead.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { withAnswerHtml } from '#server/services/gpts/examples/withAnswerHtml.ts';
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
  serve(app, endpoints.listGpts, async (context, { query }, http) => {
    const accepted = chooseLanguage({ accepted: http.req.header('accept-language') });
    const list = await listGpts(context, { ...query, accepted });
    // Without a `locale`, the order depends on the header.
    http.header('vary', 'Accept-Language', { append: true });
    return list;
  });
  serve(app, endpoints.listRecentGpts, (context) => listRecentGpts(context));
  serve(app, endpoints.listSavedGpts, (context, { query }) => listSavedGpts(context, query));
  serve(app, endpoints.saveGpt, (context, { params }) => saveGpt(context, params.id));
  serve(app, endpoints.unsaveGpt, (context, { params }) => unsaveGpt(context, params.id));
  serve(app, endpoints.getGpt, async (context, { params, query }) => {
    const found = await publicRead(context, (reading) => getGpt(reading, params.id));
    return query.locale === undefined ? found : withAnswerHtml(context, found, query.locale);
  });
  return app;
}
