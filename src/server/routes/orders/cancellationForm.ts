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
} from '#domain/orders/cancellation.ts';
import type { Language } from '#domain/languages/languages.ts';
import { longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import { languageOf } from '#server/routes/cookies.ts';
import {
  type FormParts,
  formResponse,
  newFormApp,
  readForm,
  readPage,
  waitAfter,
} from '#server/routes/formPage.ts';
import type { RouteApp, RouteContext } from '#server/routes/serve.ts';
import type { Site } from '#server/services/serving/openSite.ts';
import {
  type CancellationOutcome,
  fillCancellationPage,
} from '#server/services/orders/subscriptions/cancellations/fillCancellationPage.ts';
import { storeCancellation } from '#server/services/orders/subscriptions/cancellations/storeCancellation.ts';

/**
 * Receives the form of the cancel button, with and without script. Invalid fields return with the filled-in form. A stored
 * cancellation redirects to an address of its own, so that a reload sends nothing. The response does not depend on whether
 * the e-mail address has an account.
 */
export function cancellationFormRoutes(parts: FormParts): RouteApp {
  const app = newFormApp(cancellationFormPath, parts);
  const { site } = parts;
  app.post(cancellationFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const outcome = await send(http, language, readCancellationFields(await readForm(http)));
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
      // `cancellationProblems` has checked it.
      kind: fields.kind as CancellationKind,
      reason,
      contract,
      wanted: dayOrNull(fields.wanted),
      language,
    });
  } catch (error) {
    return { state: 'refused', fields, texts: {}, ...waitAfter(error, language) };
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

async function page(
  site: Site,
  language: Language,
  outcome: CancellationOutcome,
): Promise<Response> {
  const missing = 'This site has no form for cancellations';
  const { file, html } = await readPage(site, cancellationPath(language), missing);
  const filled = fillCancellationPage(html, outcome);
  if (outcome.state === 'received') return formResponse(file, filled, 200);
  const { retrySeconds } = outcome;
  return formResponse(file, filled, retrySeconds === undefined ? 400 : 429, retrySeconds);
}
