import { languageTags } from '#domain/languages/languages.ts';
import { unscriptedSignInPath } from '#domain/login/login.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { translator } from '#i18n/translate.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, newRouteApp } from '#server/routes/serve.ts';

/**
 * Responds to the login form of a browser without script, with a page that explains that sign-in needs script. The body is
 * not read, so that it cannot appear in a page or a log.
 */
export function loginFormRoutes(): RouteApp {
  const app = newRouteApp();
  app.post(unscriptedSignInPath, (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const translate = translator(language, 'login');
    const title = translate('title');
    const html =
      `<!doctype html><html lang="${languageTags[language]}"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${title} · Dolores</title>` +
      `<main><h1>${title}</h1><p>${translate('formNeedsScript')}</p>` +
      `<p><a href="${loginPath(undefined, language)}">${translate('formBack')}</a></p></main></html>`;
    http.header('cache-control', 'no-store');
    http.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    http.header('referrer-policy', 'no-referrer');
    return http.html(html, 400);
  });
  return app;
}
