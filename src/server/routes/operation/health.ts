import { getHealth, getReadiness } from '#contract/operation/health.ts';
import { build } from '#domain/operation/build.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';
import { WriteProbe } from '#server/services/operation/writeProbe.ts';
import { currentRelease } from '#release/manifest.ts';
import { siteFolder } from '#release/siteFolder.ts';

export function healthRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  const probe = new WriteProbe(platform);
  const site = siteFolder(platform.config.dataDir);
  serve(app, getHealth, async (_context, _request, http) => {
    http.header('cache-control', 'no-store');
    const { title, mode, abTestEnvironment } = build;
    return { ok: true, title, mode, ab_test_environment: abTestEnvironment };
  });
  serve(app, getReadiness, async (_context, _request, http) => {
    http.header('cache-control', 'no-store');
    await probe.check();
    if (!platform.runner.accepting)
      throw new AppError('unavailable', 'This server is shutting down');
    if (!platform.heartbeat.hasTakenOver) {
      throw new AppError('unavailable', 'Answers of the server before this one are still closed');
    }
    const { publishAtStart } = platform.config;
    if (publishAtStart && (await currentRelease(site)) === undefined) {
      throw new AppError('unavailable', 'No release of the site is published yet');
    }
    return { ok: true };
  });
  return app;
}
