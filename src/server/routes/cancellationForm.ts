import type { MiddlewareHandler } from 'hono';
import {
  type CancellationFields,
  type CancellationKind,
  type CancellationProblem,
  cancellationFormPath,
  cancellationLimit,
  cancellationPath,
  cancellationProblems,
  dayOrNull,
  readCancellationFields,
} from '#domain/cancellation.ts';
import type { Language } from '#domain/languages.ts';
import { longMoment } from '#i18n/longDates.ts';
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
import {
  type CancellationOutcome,
  fillCancellationPage,
} from '#server/services/subscriptions/cancellations/fillCancellationPage.ts';
import { storeCancellation } from '#server/services/subscriptions/cancellations/storeCancellation.ts';

/**
 * The form of the cancel button, with and without script: what is wrong comes back filled in; what was received leads to an
 * address of its own, so that loading it again sends nothing. The answer is the same for every address.
 */
export function cancellationFormRoutes(
  platform: Platform,
  site: Site,
  limitBody: MiddlewareHandler<{ Variables: Variables }>,
): RouteApp {
  const app = newRouteApp();
  app.use(cancellationFormPath, limitBody);
  app.use(cancellationFormPath, findActor(platform));
  app.use(cancellationFormPath, protectUnsafeMethods(platform.config));
  app.post(cancellationFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const outcome = await send(http, language, await readFields(http));
    if (outcome instanceof Date) {
      const query = new URLSearchParams({ lang: language, received: outcome.toISOString() });
      return http.redirect(`${cancellationFormPath}?${query.toString()}`, 303);
    }
    return page(site, language, outcome);
  });
  app.get(cancellationFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const received = new Date(http.req.query('received') ?? '');
    if (Number.isNaN(received.getTime())) return http.redirect(cancellationPath(language));
    const time = longMoment(language, received);
    const text = translator(language, 'cancellation')('received.text', { time });
    return page(site, language, { state: 'received', text });
  });
  return app;
}

async function readFields(http: RouteContext): Promise<CancellationFields> {
  const form = new URLSearchParams(await http.req.text());
  return readCancellationFields((name) =>
    (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed(),
  );
}

/** Returns when the cancellation was received, or why it was not. */
async function send(
  http: RouteContext,
  language: Language,
  fields: CancellationFields,
): Promise<Date | CancellationOutcome> {
  const t = translator(language, 'contact');
  const problems = cancellationProblems(fields);
  if (problems.length > 0) {
    const texts = Object.fromEntries(
      problems.map((problem) => [problem.field, problemText(language, problem)]),
    );
    return { state: 'refused', fields, texts, text: t('problem.some') };
  }
  const { email, reason, contract } = fields;
  try {
    return await storeCancellation(http.get('context'), {
      email,
      // The problems of the fields have been looked for.
      kind: fields.kind as CancellationKind,
      reason,
      contract,
      wanted: dayOrNull(fields.wanted),
      language,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    const retrySeconds = Number(error.details['retry_seconds']);
    const text = t('problem.wait', { count: Math.ceil(retrySeconds / 60) });
    return { state: 'refused', fields, texts: {}, text, retrySeconds };
  }
}

function problemText(language: Language, { field, rule }: CancellationProblem): string {
  switch (rule) {
    case 'kindMissing':
    case 'reasonEmpty':
    case 'day':
      return translator(language, 'cancellation')(`problem.${rule}`);
    case 'emailEmpty':
    case 'emailInvalid':
    case 'tooLong':
    case 'trap':
      return translator(language, 'contact')(`problem.${rule}`, { most: cancellationLimit(field) });
  }
}

/** The page of the release; without one there is no form to come back to. */
async function page(
  site: Site,
  language: Language,
  outcome: CancellationOutcome,
): Promise<Response> {
  const release = await site.current();
  const file = release?.find(cancellationPath(language));
  if (file === undefined) {
    throw new AppError('not_found', 'This site has no form for cancellations');
  }
  const { body } = await site.read(file.hash, 'identity');
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  if (outcome.state === 'refused' && outcome.retrySeconds !== undefined) {
    headers.set('retry-after', String(outcome.retrySeconds));
  }
  const status = statusOf(outcome);
  return new Response(fillCancellationPage(body.toString(), outcome), { status, headers });
}

function statusOf(outcome: CancellationOutcome): number {
  if (outcome.state === 'received') return 200;
  return outcome.retrySeconds === undefined ? 400 : 429;
}
