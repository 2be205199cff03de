import type { MiddlewareHandler } from 'hono';
import type { Language } from '#domain/languages.ts';
import { hasWithdrawal } from '#domain/sellerLaw.ts';
import {
  type WithdrawalFields,
  withdrawFormPath,
  withdrawPath,
  withdrawalNameMaxCharacters,
  withdrawalProblems,
} from '#domain/withdrawals.ts';
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
import {
  type WithdrawStep,
  fillWithdrawPage,
} from '#server/services/orders/withdrawals/fillWithdrawPage.ts';
import { receiveWithdrawal } from '#server/services/orders/withdrawals/receiveWithdrawal.ts';
import type { Site } from '#server/services/serving/openSite.ts';

/**
 * Withdrawal from a contract in two steps: the declaration, and its confirmation, which leads to an address of its own, so
 * that loading it again sends nothing. A plain form for every browser. Below `/api`, which also reaches the server where a
 * CDN serves the pages.
 */
export function withdrawFormRoutes(
  platform: Platform,
  site: Site,
  limitBody: MiddlewareHandler<{ Variables: Variables }>,
): RouteApp {
  const app = newRouteApp();
  app.use(withdrawFormPath, limitBody);
  app.use(withdrawFormPath, findActor(platform));
  app.use(withdrawFormPath, protectUnsafeMethods(platform.config));
  app.post(withdrawFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const { fields, isConfirmed } = await readForm(http);
    const step = await takeStep(http, language, fields, isConfirmed);
    if ('step' in step) return page(platform, site, language, step);
    const query = new URLSearchParams({ lang: language, received: step.received.toISOString() });
    return http.redirect(`${withdrawFormPath}?${query.toString()}`, 303);
  });
  app.get(withdrawFormPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const received = new Date(http.req.query('received') ?? '');
    if (!Number.isNaN(received.getTime())) {
      return page(platform, site, language, { step: 'sent', text: sentText(language, received) });
    }
    const number = plainText(http.req.query('order') ?? '', 60);
    if (number === '') return http.redirect(withdrawPath(language));
    const fields = { number, email: '', name: '' };
    return page(platform, site, language, { step: 'form', fields, texts: {} });
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
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    const retrySeconds = Number(error.details['retry_seconds']);
    const wait = { count: Math.ceil(retrySeconds / 60) };
    const text = translator(language, 'contact')('problem.wait', wait);
    return { step: 'form', fields, texts: {}, text, retrySeconds };
  }
}

function sentText(language: Language, received: Date): string {
  const time = longMoment(language, received);
  return translator(language, 'withdraw')('sent.text', { time });
}

/** The page of the release; without one there is no form to come back to. */
async function page(
  { config }: Platform,
  site: Site,
  language: Language,
  step: WithdrawStep,
): Promise<Response> {
  const release = await site.current();
  const file = release?.find(withdrawPath(language));
  if (file === undefined || !hasWithdrawal(config.operator.sellerCountry)) {
    throw new AppError('not_found', 'This site has no form for withdrawals');
  }
  const { body } = await site.read(file.hash, 'identity');
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  const status = statusOf(step);
  if (step.step === 'form' && step.retrySeconds !== undefined) {
    headers.set('retry-after', String(step.retrySeconds));
  }
  return new Response(fillWithdrawPage(body.toString(), step), { status, headers });
}

function statusOf(step: WithdrawStep): number {
  if (step.step !== 'form') return 200;
  if (step.retrySeconds !== undefined) return 429;
  return step.text === undefined ? 200 : 400;
}
