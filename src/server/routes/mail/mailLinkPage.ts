import { hash } from 'node:crypto';
import { escapeHtml } from '#domain/texts/escapeHtml.ts';
import { languageTags } from '#domain/languages/languages.ts';
import { loginPath } from '#domain/login/loginPaths.ts';
import { type Translate, translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { type LinkPurpose, readLinkToken } from '#server/services/login/linkToken.ts';

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

export type MailLink = {
  path: string;
  purpose: LinkPurpose;
  /** Prefix of the message keys `title`, `button` and those of the states in the area `login`. */
  texts: string;
  /** Keys of further sentences after the action. */
  after: readonly string[];
  /** Acts on the subject of the token. Returns `expired` or `unavailable` if nothing could be done; all else is success. */
  act(platform: Platform, subject: string): Promise<unknown>;
};

type State = 'question' | 'done' | 'expired' | 'unavailable';

const statuses = { question: 200, done: 200, expired: 410, unavailable: 503 } as const;

/**
 * Serves the page of a link in mails. Its button runs the action; opening the link changes nothing, because mail scanners
 * open links. The page needs neither script nor a session.
 */
export function mailLinkRoutes(platform: Platform, link: MailLink): RouteApp {
  const { config } = platform;
  const app = newRouteApp();
  const subjectOf = (http: RouteContext): string | undefined =>
    readLinkToken({
      secret: config.secret,
      purpose: link.purpose,
      token: http.req.query('token') ?? '',
      now: platform.now(),
    });
  app.use(link.path, protectUnsafeMethods(config));
  app.get(link.path, (http) =>
    subjectOf(http) === undefined ? page(http, link, 'expired') : page(http, link, 'question'),
  );
  app.post(link.path, async (http) => {
    const subject = subjectOf(http);
    if (subject === undefined) return page(http, link, 'expired');
    const outcome = await link.act(platform, subject);
    const failed = outcome === 'expired' || outcome === 'unavailable';
    return page(http, link, failed ? outcome : 'done');
  });
  return app;
}

function page(http: RouteContext, link: MailLink, state: State): Response {
  const language = languageOf(http, http.req.query('lang'));
  const translate = translator(language, 'login');
  const title = escapeHtml(translate(`${link.texts}.title`));
  const back = `<p><a href="${loginPath(undefined, language)}">${escapeHtml(translate('formBack'))}</a></p>`;
  http.header('cache-control', 'no-store');
  http.header('content-security-policy', policy);
  // With `no-referrer`, the browser would send no origin with the form, and the post would be refused.
  http.header('referrer-policy', 'same-origin');
  http.header('x-robots-tag', 'noindex');
  return http.html(
    `<!doctype html><html lang="${languageTags[language]}"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width"><title>${title} · Dolores</title>` +
      `<style>${style}</style><main><h1>${title}</h1>${contentOf(link, state, translate)}` +
      `${hasButton(state) ? '' : back}</main></html>`,
    statuses[state],
  );
}

function contentOf({ texts, after }: MailLink, state: State, translate: Translate): string {
  const keys = [`${texts}.${state}`, ...(state === 'done' ? after : [])];
  const paragraphs = keys.map((key) => `<p>${escapeHtml(translate(key))}</p>`).join('');
  if (!hasButton(state)) return paragraphs;
  const button = escapeHtml(translate(`${texts}.button`));
  return `${paragraphs}<form method="post"><button>${button}</button></form>`;
}

function hasButton(state: State): boolean {
  return state === 'question' || state === 'unavailable';
}
