import { getOpenApi, openApiDocument } from '#contract/openapi/openapi.ts';
import type { Platform } from '#server/context.ts';
import { type RouteApp, newRouteApp, serve } from '#server/routes/serve.ts';

/** Serves the OpenAPI document, which the first request creates: few servers are asked for it, and all of them start. */
export function openApiRoutes({ config }: Platform): RouteApp {
  const app = newRouteApp();
  let document: ({ openapi: string } & ReturnType<typeof openApiDocument>) | undefined;
  serve(app, getOpenApi, async () => {
    document ??= { openapi: '', ...openApiDocument(config.publicUrl) };
    return document;
  });
  return app;
}
