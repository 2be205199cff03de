import {
  giftCodeMaxTyped,
  plainGiftCode,
  unscriptedRedeemPath,
  redeemPath,
} from '#domain/product/giftCodes.ts';
import type { Language } from '#domain/languages/languages.ts';
import { AppError } from '#server/errors.ts';
import { clearTypedCode, languageOf, readTypedCode, setTypedCode } from '#server/routes/cookies.ts';
import { type FormParts, newFormApp, readPage } from '#server/routes/formPage.ts';
import type { RouteApp, RouteContext } from '#server/routes/serve.ts';
import { type RedeemOutcome, fillRedeemPage } from '#server/services/product/fillRedeemPage.ts';
import { redeemCode } from '#server/services/product/redeemCode.ts';
import type { Site } from '#server/services/serving/openSite.ts';

/**
 * Receives the form for gift codes of a browser without script. A code comes in the body and never appears in an address.
 * For a visitor, who signs in first, a cookie of this path keeps it for some minutes. Sending a code again, as a reload
 * does, changes nothing. The path is below `/api`, which reaches the server even if a CDN serves the pages.
 */
export function redeemFormRoutes(parts: FormParts): RouteApp {
  const app = newFormApp(unscriptedRedeemPath, parts);
  const { platform, site } = parts;
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

async function page(
  http: RouteContext,
  site: Site,
  language: Language,
  outcome: RedeemOutcome,
): Promise<Response> {
  const missing = 'This site has no page for gift codes';
  const { file, html } = await readPage(site, redeemPath(language), missing);
  for (const [name, value] of Object.entries(file.headers)) http.header(name, value);
  http.header('cache-control', 'no-store');
  http.header('x-robots-tag', 'noindex');
  return http.html(fillRedeemPage(html, outcome, language), statuses[outcome.state]);
}
