import type { MiddlewareHandler } from 'hono';
import {
  type ContactFields,
  type ContactTopic,
  contactLimit,
  contactProblems,
  contactReferencePattern,
  readContactFields,
  unscriptedContactPath,
} from '#domain/contact.ts';
import type { Language } from '#domain/languages.ts';
import { contactPath } from '#domain/urls.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findActor } from '#server/routes/actor.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import {
  type RouteApp,
  type RouteContext,
  type Variables,
  newRouteApp,
} from '#server/routes/serve.ts';
import type { Site } from '#server/services/serving/openSite.ts';
import { type ContactOutcome, fillContactPage } from '#server/services/support/fillContactPage.ts';
import { sendRequest } from '#server/services/support/sendRequest.ts';

/**
 * The contact form of a browser that runs no script: what was sent wrongly comes back filled in, what was stored leads to
 * an address of its own, so that loading it again sends nothing. Below `/api`, which also reaches the server where a CDN
 * serves the pages.
 */
export function contactFormRoutes(
  platform: Platform,
  site: Site,
  limitBody: MiddlewareHandler<{ Variables: Variables }>,
): RouteApp {
  const app = newRouteApp();
  app.use(unscriptedContactPath, limitBody);
  app.use(unscriptedContactPath, findActor(platform));
  app.use(unscriptedContactPath, protectUnsafeMethods(platform.config));
  app.post(unscriptedContactPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const fields = await readFields(http);
    const outcome = await sendFields(http, language, fields);
    if (outcome.state === 'refused') return page(site, language, outcome);
    const query = new URLSearchParams({ lang: language, reference: outcome.reference });
    return http.redirect(`${unscriptedContactPath}?${query.toString()}`, 303);
  });
  app.get(unscriptedContactPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const reference = http.req.query('reference') ?? '';
    if (!contactReferencePattern.test(reference)) return http.redirect(contactPath(language));
    return page(site, language, { state: 'sent', reference });
  });
  return app;
}

async function readFields(http: RouteContext): Promise<ContactFields> {
  const form = new URLSearchParams(await http.req.text());
  return readContactFields((name) =>
    (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed(),
  );
}

async function sendFields(
  http: RouteContext,
  language: Language,
  fields: ContactFields,
): Promise<ContactOutcome> {
  const t = translator(language, 'contact');
  const problems = contactProblems(fields);
  if (problems.length > 0) {
    const texts = Object.fromEntries(
      problems.map(({ field, rule }) => [
        field,
        t(`problem.${rule}`, { most: contactLimit(field) }),
      ]),
    );
    return { state: 'refused', fields, texts, text: t('problem.some') };
  }
  try {
    const topic = fields.topic as ContactTopic;
    const { reference } = await sendRequest(http.get('context'), { ...fields, topic, language });
    return { state: 'sent', reference };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    const retrySeconds = Number(error.details['retry_seconds']);
    const text = t('problem.wait', { count: Math.ceil(retrySeconds / 60) });
    return { state: 'refused', fields, texts: {}, text, retrySeconds };
  }
}

/** The contact page of the release; without one there is no form to come back to. */
async function page(site: Site, language: Language, outcome: ContactOutcome): Promise<Response> {
  const release = await site.current();
  const file = release?.find(contactPath(language));
  if (file === undefined) throw new AppError('not_found', 'This site has no contact form');
  const { body } = await site.read(file.hash, 'identity');
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  const status = statusOf(outcome);
  if (outcome.state === 'refused' && outcome.retrySeconds !== undefined) {
    headers.set('retry-after', String(outcome.retrySeconds));
  }
  return new Response(fillContactPage(body.toString(), outcome), { status, headers });
}

function statusOf(outcome: ContactOutcome): number {
  if (outcome.state === 'sent') return 200;
  return outcome.retrySeconds === undefined ? 400 : 429;
}
