import { hash } from 'node:crypto';
import { escapeHtml } from '#domain/fill.ts';
import { type Language, languageTags } from '#domain/languages.ts';
import { endSessionsPath } from '#domain/login.ts';
import { loginPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { endAllSessions } from '#server/services/login/endSessions.ts';
import { readEndSessionsToken } from '#server/services/login/endSessionsToken.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:30rem;padding:3rem 1.25rem}' +
  'button{font:inherit;min-height:2.75rem;padding:0 1.25rem}' +
  '@media(prefers-color-scheme:dark){:root{color-scheme:dark}}';

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Where “This was not me” of a mail leads: a page with a button that ends all sessions of the account. Following the link
 * changes nothing, because mail scanners do. It works without script and without a session.
 */
export function endSessionsRoutes(platform: Platform): RouteApp {
  const { config, database } = platform;
  const app = newRouteApp();
  const userOf = (http: RouteContext): string | undefined =>
    readEndSessionsToken({
      secret: config.secret,
      token: http.req.query('token') ?? '',
      now: platform.now(),
    });
  app.use(endSessionsPath, protectUnsafeMethods(config));
  app.get(endSessionsPath, (http) => {
    const isValid = userOf(http) !== undefined;
    return page(http, isValid ? 'question' : 'expired', isValid ? 200 : 410);
  });
  app.post(endSessionsPath, async (http) => {
    const userId = userOf(http);
    if (userId === undefined) return page(http, 'expired', 410);
    await endAllSessions(database.query, userId);
    return page(http, 'done', 200);
  });
  return app;
}

type State = 'question' | 'done' | 'expired';

function page(http: RouteContext, state: State, status: 200 | 410): Response {
  const language = languageOf(http, http.req.query('lang'));
  const title = escapeHtml(translator(language, 'login')('endSessions.title'));
  http.header('cache-control', 'no-store');
  http.header('content-security-policy', policy);
  // A form of a page that names no referrer names no origin either, by which it is known as ours.
  http.header('referrer-policy', 'same-origin');
  http.header('x-robots-tag', 'noindex');
  return http.html(
    `<!doctype html><html lang="${languageTags[language]}"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${title} · Dolores</title>` +
      `<style>${style}</style><main><h1>${title}</h1>${contentOf(state, language)}</main></html>`,
    status,
  );
}

function contentOf(state: State, language: Language): string {
  const translate = translator(language, 'login');
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const link = `<p><a href="${loginPath(undefined, language)}">${escapeHtml(translate('formBack'))}</a></p>`;
  switch (state) {
    case 'question':
      return `${paragraph(translate('endSessions.question'))}<form method="post"><button>${escapeHtml(translate('endSessions.button'))}</button></form>`;
    case 'done':
      return (
        paragraph(translate('endSessions.done')) +
        paragraph(translate('endSessions.mailbox')) +
        link
      );
    case 'expired':
      return paragraph(translate('endSessions.expired')) + link;
  }
}
