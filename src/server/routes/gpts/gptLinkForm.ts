import { gptLinkFormPath, gptLinkMaxCharacters, gptLinkPath } from '#domain/gpts/gptLinks.ts';
import type { Language } from '#domain/languages/languages.ts';
import { gptPath } from '#domain/gpts/gptPaths.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findActor } from '#server/routes/actor.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type FormParts, readPage } from '#server/routes/formPage.ts';
import { isFromOwnPage } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { type LinkOutcome, fillGptLinkPage } from '#server/services/gpts/linked/fillGptLinkPage.ts';
import { findLinkedGpt, openGptLink } from '#server/services/gpts/linked/openGptLink.ts';
import type { Site } from '#server/services/serving/openSite.ts';

/**
 * Opens the GPT of a link to another site, from the form for such links and from the search. The request is a GET, so that
 * links and forms without script work. Only for pages of this site the link is fetched; others get the form.
 */
export function gptLinkFormRoutes({ platform, site }: FormParts): RouteApp {
  const app = newRouteApp();
  app.use(gptLinkFormPath, findActor(platform));
  app.get(gptLinkFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const link = (http.req.query('link') ?? '').trim().slice(0, gptLinkMaxCharacters);
    if (link === '') return http.redirect(gptLinkPath(language), 303);
    const opened = await open(http, platform, link);
    if (opened.state === 'open') return http.redirect(gptPath(language, opened.id), 303);
    return page(http, site, language, { ...opened, link });
  });
  return app;
}

type OpenResult = { state: 'open'; id: string } | { state: LinkOutcome['state'] };

async function open(http: RouteContext, platform: Platform, link: string): Promise<OpenResult> {
  const context = http.get('context');
  if (!isFromOwnPage(http, platform.config)) {
    return (await findLinkedGpt(context, link)) ?? { state: 'confirm' };
  }
  try {
    return await openGptLink(context, link);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests')
      return { state: 'tooMany' };
    throw error;
  }
}

const statuses = {
  confirm: 200,
  wrong: 400,
  visitor: 401,
  notPro: 403,
  notPublic: 404,
  busy: 503,
  tooMany: 429,
} as const satisfies Record<LinkOutcome['state'], number>;

async function page(
  http: RouteContext,
  site: Site,
  language: Language,
  outcome: LinkOutcome,
): Promise<Response> {
  const missing = 'This site has no page for such addresses';
  const { file, html } = await readPage(site, gptLinkPath(language), missing);
  for (const [name, value] of Object.entries(file.headers)) http.header(name, value);
  http.header('cache-control', 'no-store');
  http.header('x-robots-tag', 'noindex');
  return http.html(fillGptLinkPage(html, outcome, language), statuses[outcome.state]);
}
