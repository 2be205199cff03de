import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { MetricsPlatform, Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { methodNotAllowed } from '#server/routes/callMethods.ts';
import {
  type RouteApp,
  type RouteContext,
  type Variables,
  newRouteApp,
} from '#server/routes/serve.ts';
import { gaugesText } from '#server/services/metrics/gauges.ts';
import { hasProxy, mayReadMetrics } from '#server/services/metrics/mayReadMetrics.ts';
import { serverGauges } from '#server/services/metrics/processGauges.ts';
import { Scraper, metricsType } from '#server/services/metrics/scraper.ts';

const path = '/metrics';
const methods: readonly string[] = ['GET', 'HEAD'];

/** Serves the metrics of this server. They are no part of the API: programs of the operator read them. */
export function metricsRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  const scraper = new Scraper(platform);
  const isProxied = hasProxy(platform.config);
  app.all(path, async (http) => {
    refuseOthers(platform, http, isProxied);
    const texts = [await scraper.text(), await gaugesText(serverGauges, platform)];
    return metricsResponse(http, texts.join('\n'));
  });
  return app;
}

/** Serves the metrics of a worker, on a port that has nothing else. */
export function workerMetricsApp(platform: MetricsPlatform): RouteApp {
  const app = newRouteApp();
  const scraper = new Scraper(platform);
  app.onError((error, http) =>
    error instanceof AppError
      ? http.text(`${error.message}\n`, error.status)
      : http.text('The metrics could not be read\n', 500),
  );
  app.all(path, async (http) => {
    refuseOthers(platform, http, false);
    return metricsResponse(http, await scraper.text());
  });
  return app;
}

function refuseOthers({ config }: MetricsPlatform, http: RouteContext, isProxied: boolean): void {
  const { method } = http.req;
  if (!methods.includes(method)) throw methodNotAllowed(method, methods);
  const address = getConnInfo(http).remote.address ?? '';
  const header = (name: string) => http.req.header(name);
  const protection = { token: config.metricsToken, hasProxy: isProxied };
  if (mayReadMetrics(protection, { address, header })) return;
  throw new AppError('not_signed_in', 'Metrics need METRICS_TOKEN as bearer');
}

function metricsResponse(http: RouteContext, text: string): Response {
  return http.body(text, 200, { 'content-type': metricsType, 'cache-control': 'no-store' });
}

/** Counts every response by the pattern of its route, which has few values, never by its path. */
export function countRequests({ metrics }: Platform): MiddlewareHandler<{ Variables: Variables }> {
  return async (http, next) => {
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1_000;
    const { status } = http.res;
    metrics.countRequest({ method: http.req.method, route: routePath(http), status }, seconds);
  };
}
