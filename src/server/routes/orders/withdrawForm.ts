import type { Language } from '#domain/languages/languages.ts';
import { hasWithdrawal } from '#domain/orders/sellerLaw.ts';
import {
  type WithdrawalFields,
  withdrawFormPath,
  withdrawPath,
  withdrawalNameMaxCharacters,
  withdrawalProblems,
} from '#domain/orders/withdrawals.ts';
import { longMoment } from '#i18n/longDates.ts';
import { translator } from '#i18n/translate.ts';
import { AppError } from '#server/errors.ts';
import { languageOf } from '#server/routes/cookies.ts';
import {
  type FormParts,
  formResponse,
  newFormApp,
  readPage,
  waitAfter,
} from '#server/routes/formPage.ts';
import type { RouteApp, RouteContext } from '#server/routes/serve.ts';
import {
  type WithdrawStep,
  fillWithdrawPage,
} from '#server/services/orders/withdrawals/fillWithdrawPage.ts';
import { receiveWithdrawal } from '#server/services/orders/withdrawals/receiveWithdrawal.ts';

const missing = 'This site has no form for withdrawals';

/**
 * Serves the form to withdraw from a contract, which works without script. Step 1 is the declaration. Step 2 is its
 * confirmation, which redirects to another address, so that a reload does not send it again. The path is below `/api`,
 * because a CDN forwards that to the server.
 */
export function withdrawFormRoutes(parts: FormParts): RouteApp {
  const app = newFormApp(withdrawFormPath, parts);
  app.post(withdrawFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const { fields, isConfirmed } = await readForm(http);
    const step = await takeStep(http, language, fields, isConfirmed);
    if ('step' in step) return page(parts, language, step);
    const query = new URLSearchParams({ lang: language, received: step.received.toISOString() });
    return http.redirect(`${withdrawFormPath}?${query.toString()}`, 303);
  });
  app.get(withdrawFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const received = new Date(http.req.query('received') ?? '');
    if (!Number.isNaN(received.getTime())) {
      return page(parts, language, { step: 'sent', text: sentText(language, received) });
    }
    const number = plainText(http.req.query('order') ?? '', 60);
    if (number === '') return http.redirect(withdrawPath(language));
    const fields = { number, email: '', name: '' };
    return page(parts, language, { step: 'form', fields, texts: {} });
  });
  return app;
}

async function readForm(http: RouteContext) {
  const form = new URLSearchParams(await http.req.text());
  const read = (name: string, most: number) => plainText(form.get(name) ?? '', most);
  const fields: WithdrawalFields = {
    number: read('number', 60),
    email: read('email', 320),
    name: read('name', withdrawalNameMaxCharacters),
  };
  return { fields, isConfirmed: form.get('confirm') === '1' };
}

function plainText(text: string, most: number): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return [...line.trim()].slice(0, most).join('');
}

async function takeStep(
  http: RouteContext,
  language: Language,
  fields: WithdrawalFields,
  isConfirmed: boolean,
): Promise<WithdrawStep | { received: Date }> {
  const t = translator(language, 'withdraw');
  const problems = withdrawalProblems(fields);
  if (problems.length > 0) {
    const texts = Object.fromEntries(problems.map((field) => [field, t(`problem.${field}`)]));
    return { step: 'form', fields, texts, text: t('problem.some') };
  }
  if (!isConfirmed) return { step: 'confirm', fields };
  try {
    return { received: await receiveWithdrawal(http.get('context'), fields, language) };
  } catch (error) {
    return { step: 'form', fields, texts: {}, ...waitAfter(error, language) };
  }
}

function sentText(language: Language, received: Date): string {
  const time = longMoment(language, received);
  return translator(language, 'withdraw')('sent.text', { time });
}

/** Throws `not_found` where the law of the seller's country gives no right of withdrawal. */
async function page(
  { platform, site }: FormParts,
  language: Language,
  step: WithdrawStep,
): Promise<Response> {
  const { sellerCountry } = platform.config.operator;
  if (!hasWithdrawal(sellerCountry)) throw new AppError('not_found', missing);
  const { file, html } = await readPage(site, withdrawPath(language), missing);
  const retrySeconds = step.step === 'form' ? step.retrySeconds : undefined;
  return formResponse(file, fillWithdrawPage(html, step), statusOf(step), retrySeconds);
}

function statusOf(step: WithdrawStep): number {
  if (step.step !== 'form') return 200;
  if (step.retrySeconds !== undefined) return 429;
  return step.text === undefined ? 200 : 400;
}
