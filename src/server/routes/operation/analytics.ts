import type { MiddlewareHandler } from 'hono';
import { countEvents } from '#contract/operation/analytics.ts';
import type { Platform } from '#server/context.ts';
import { clientAddress } from '#server/routes/clientAddress.ts';
import { sameOriginOnly } from '#server/routes/sameOrigin.ts';
import {
  type RouteApp,
  type RouteContext,
  type Variables,
  newRouteApp,
  serve,
} from '#server/routes/serve.ts';
import { recordEvents } from '#server/services/analytics/recordEvents.ts';

/** Counts events of pages. The session is not read: a signed-in user counts as a visitor. */
export function analyticsRoutes(platform: Platform, limitBody: MiddlewareHandler): RouteApp {
  const app = newRouteApp();
  app.use(countEvents.path, limitBody, asVisitor(platform), sameOriginOnly);
  serve(app, countEvents, async (context, { body }, http) => {
    http.header('cache-control', 'no-store');
    if (!refusesCounting(http)) await recordEvents(context, body);
    return {};
  });
  return app;
}

function asVisitor(platform: Platform): MiddlewareHandler<{ Variables: Variables }> {
  return async (http, next) => {
    const address = clientAddress(http, platform.config.trustedProxies);
    http.set('context', { ...platform, actor: { kind: 'visitor', address } });
    await next();
  };
}

/** Whether the browser sends a signal that its user does not want to be counted. */
function refusesCounting(http: RouteContext): boolean {
  return http.req.header('sec-gpc') === '1' || http.req.header('dnt') === '1';
}
