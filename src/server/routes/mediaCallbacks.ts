import { receiveMediaCallback } from '#contract/media.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { noteCallback } from '#server/services/media/jobs/noteCallback.ts';

/** Messages of media providers: their calls need no page of ours, but the address that only they know. */
export function mediaCallbackRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receiveMediaCallback, async (context, { params }, http) => {
    const body = await http.req.text();
    await noteCallback(context, { ...params, body, headers: http.req.raw.headers });
    return { outcome: 'noted' as const };
  });
  return app;
}
