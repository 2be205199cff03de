import { receiveMediaCallback } from '#contract/media.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { noteCallback } from '#server/services/media/jobs/noteCallback.ts';

/** Webhooks of media providers. They are exempt from the check of the origin, because their address is secret. */
export function mediaCallbackRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receiveMediaCallback, async (context, { params }, http) => {
    const body = await http.req.text();
    await noteCallback(context, { ...params, body, headers: http.req.raw.headers });
    return { outcome: 'noted' as const };
  });
  return app;
}
