import type { MiddlewareHandler } from 'hono';
import {
  giftCodeMaxTyped,
  plainGiftCode,
  unscriptedRedeemPath,
  redeemPath,
} from '#domain/giftCodes.ts';
import type { Language } from '#domain/languages.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findActor } from '#server/routes/actor.ts';
import { clearTypedCode, languageOf, readTypedCode, setTypedCode } from '#server/routes/cookies.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import {
  type RouteApp,
  type RouteContext,
  type Variables,
  newRouteApp,
} from '#server/routes/serve.ts';
import { type RedeemOutcome, fillRedeemPage } from '#server/services/product/fillRedeemPage.ts';
import { redeemCode } from '#server/services/product/redeemCode.ts';
import type { Site } from '#server/services/serving/openSite.ts';

/**
 * The form for gift codes of a browser that runs no script. A code comes in the body and never stands in an address: for
 * a visitor, who signs in first, a cookie of this path keeps it for some minutes. Sending a code again, as a reload does,
 * changes nothing. Below `/api`, which also reaches the server where a CDN serves the pages.
 */
export function redeemFormRoutes(
  platform: Platform,
  site: Site,
  limitBody: MiddlewareHandler<{ Variables: Variables }>,
): RouteApp {
  const app = newRouteApp();
  app.use(unscriptedRedeemPath, limitBody);
  app.use(unscriptedRedeemPath, findActor(platform));
  app.use(unscriptedRedeemPath, protectUnsafeMethods(platform.config));
  app.post(unscriptedRedeemPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const code = await readCode(http);
    if (code === '') return http.redirect(redeemPath(language), 303);
    const outcome = await redeem(http, language, code);
    if (outcome.state === 'visitor') setTypedCode(http, platform.config, code);
    else clearTypedCode(http, platform.config);
    return page(http, site, language, outcome);
  });
  app.get(unscriptedRedeemPath, async (http) => {
    const language = languageOf(http, http.req.query('lang'));
    const code = readTypedCode(http);
    if (code === undefined) return http.redirect(redeemPath(language));
    const isVisitor = http.get('context').actor.kind === 'visitor';
    return page(http, site, language, { state: isVisitor ? 'visitor' : 'back', code });
  });
  return app;
}

async function readCode(http: RouteContext): Promise<string> {
  const form = new URLSearchParams(await http.req.text());
  const typed = (form.get('code') ?? '').slice(0, giftCodeMaxTyped);
  return plainGiftCode(typed).slice(0, giftCodeMaxTyped);
}

async function redeem(
  http: RouteContext,
  language: Language,
  code: string,
): Promise<RedeemOutcome> {
  try {
    const { code: result, msg } = await redeemCode(http.get('context'), code, language);
    return result === 0 ? { state: 'success', msg } : { state: 'failed', msg, code };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_signed_in') {
      return { state: 'visitor', code };
    }
    throw error;
  }
}

const statuses = { success: 200, failed: 400, visitor: 401, back: 200 } as const;

/** The page for gift codes of the release; without one there is no form to come back to. */
async function page(
  http: RouteContext,
  site: Site,
  language: Language,
  outcome: RedeemOutcome,
): Promise<Response> {
  const release = await site.current();
  const file = release?.find(redeemPath(language));
  if (file === undefined) throw new AppError('not_found', 'This site has no page for gift codes');
  const { body } = await site.read(file.hash, 'identity');
  for (const [name, value] of Object.entries(file.headers)) http.header(name, value);
  http.header('cache-control', 'no-store');
  http.header('x-robots-tag', 'noindex');
  const html = fillRedeemPage(body.toString(), outcome, language);
  return http.html(html, statuses[outcome.state]);
}
