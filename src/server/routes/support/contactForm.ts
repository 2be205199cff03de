import {
  type ContactFields,
  type ContactTopic,
  contactLimit,
  contactProblems,
  contactReferencePattern,
  readContactFields,
  unscriptedContactPath,
} from '#domain/support/contact.ts';
import type { Language } from '#domain/languages/languages.ts';
import { contactPath } from '#domain/site/sitePaths.ts';
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
import { type ContactOutcome, fillContactPage } from '#server/services/support/fillContactPage.ts';
import { sendRequest } from '#server/services/support/sendRequest.ts';

/**
 * Receives the contact form of a browser without script. Invalid fields return with the filled-in form. A stored message
 * redirects to an address of its own, so that a reload sends nothing. The path is below `/api`, which reaches the server
 * even if a CDN serves the pages.
 */
export function contactFormRoutes(parts: FormParts): RouteApp {
  const app = newFormApp(unscriptedContactPath, parts);
  const { site } = parts;
  app.post(unscriptedContactPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const fields = readContactFields(await readForm(http));
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
    return { state: 'refused', fields, texts: {}, ...waitAfter(error, language) };
  }
}

async function page(site: Site, language: Language, outcome: ContactOutcome): Promise<Response> {
  const missing = 'This site has no contact form';
  const { file, html } = await readPage(site, contactPath(language), missing);
  const filled = fillContactPage(html, outcome);
  if (outcome.state === 'sent') return formResponse(file, filled, 200);
  const { retrySeconds } = outcome;
  return formResponse(file, filled, retrySeconds === undefined ? 400 : 429, retrySeconds);
}
