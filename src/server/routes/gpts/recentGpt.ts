import type { Handler } from 'hono';
import { isLanguage } from '#domain/languages/languages.ts';
import { isLanguageLike } from '#domain/languages/languageCodes.ts';
import { openGptPath } from '#domain/gpts/gptPaths.ts';
import type { Platform } from '#server/context.ts';
import { findActor } from '#server/routes/actor.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, type Variables, newRouteApp } from '#server/routes/serve.ts';
import { listRecentGpts } from '#server/services/gpts/savedGpts.ts';

/** `/g` redirects a user to their most recent GPT. For other visitors the site redirects to the default one. */
export function recentGptRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  for (const path of ['/g', '/g/', '/:lang/g', '/:lang/g/']) {
    app.use(path, findActor(platform));
    app.get(path, openRecent);
  }
  return app;
}

const openRecent: Handler<{ Variables: Variables }> = async (http, next) => {
  const context = http.get('context');
  const segment = http.req.param('lang');
  if (context.actor.kind !== 'user' || (segment && !isLanguageLike(segment))) return next();
  const [first] = await listRecentGpts(context);
  if (first === undefined) return next();
  // An unsupported language is replaced as everywhere. Without a language, the next redirect chooses one.
  const language = isLanguage(segment) ? segment : segment && languageOf(http, segment);
  const [search = ''] = /\?[^#]*/.exec(http.req.url) ?? [];
  return http.redirect(openGptPath(first.gizmo_id, language || undefined) + search);
};
