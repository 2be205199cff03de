import { getOpenApi, openApiDocument } from '#contract/openapi/openapi.ts';
import type { Platform } from '#server/context.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';

/** Serves the OpenAPI document, which is created once. */
export function openApiRoutes({ config }: Platform): RouteApp {
  const app = newRouteApp();
  const document = { openapi: '', ...openApiDocument(config.publicUrl) };
  serve(app, getOpenApi, async () => document);
  return app;
}
