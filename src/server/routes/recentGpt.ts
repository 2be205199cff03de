import type { Handler } from 'hono';
import { isLanguage } from '#domain/languages.ts';
import { openGptPath } from '#domain/urls.ts';
import type { Platform } from '#server/context.ts';
import { findActor } from '#server/routes/actor.ts';
import { type RouteApp, type Variables, newRouteApp } from '#server/routes/serve.ts';
import { listRecentGpts } from '#server/services/gpts/savedGpts.ts';

/** `/g` opens the first recent GPT of whoever is signed in; for all others the site leads to the default one. */
export function recentGptRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  for (const path of ['/g', '/:lang/g']) {
    app.use(path, findActor(platform));
    app.get(path, openRecent);
  }
  return app;
}

const openRecent: Handler<{ Variables: Variables }> = async (http, next) => {
  const context = http.get('context');
  const language = http.req.param('lang');
  const isPage = language === undefined || isLanguage(language);
  if (context.actor.kind !== 'user' || !isPage) return next();
  const [first] = await listRecentGpts(context);
  return first === undefined ? next() : http.redirect(openGptPath(first.gizmo_id, language));
};
