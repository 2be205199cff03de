import { receiveMediaCallback } from '#contract/media/media.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { readSignedBody } from '#server/routes/signedBody.ts';
import { handleCallback } from '#server/services/media/jobs/handleCallback.ts';

/** Webhooks of media providers. They are exempt from the check of the origin, because their address is secret. */
export function mediaCallbackRoutes(): RouteApp {
  const app = newRouteApp();
  serve(app, receiveMediaCallback, async (context, { params }, http) => {
    await handleCallback(context, {
      ...params,
      headers: http.req.raw.headers,
      readBody: () => readSignedBody(http),
    });
    return { outcome: 'noted' as const };
  });
  return app;
}
