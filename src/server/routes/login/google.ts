import { type GoogleFailure, googleCallbackPath, googlePath } from '#domain/login/googleSignIn.ts';
import type { Language } from '#domain/languages/languages.ts';
import { giftCodeMaxTyped } from '#domain/product/giftCodes.ts';
import { homePath } from '#domain/gpts/gptPaths.ts';
import { loginPath, safeRedirect } from '#domain/login/loginPaths.ts';
import type { Platform } from '#server/context.ts';
import { findActor } from '#server/routes/actor.ts';
import {
  clearGoogleCookie,
  languageOf,
  readDeviceCookie,
  readGoogleCookie,
  setDeviceCookie,
  setGoogleCookie,
  setSessionCookies,
} from '#server/routes/cookies.ts';
import { type GooglePage, googleHeaders, googlePage } from '#server/routes/login/googlePage.ts';
import { isFromOwnPage } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { enteredInvitation } from '#server/services/login/enteredInvitation.ts';
import { googleFailure } from '#server/services/google/googleFailure.ts';
import {
  type GoogleOutcome,
  finishGoogleSignIn,
} from '#server/services/google/finishGoogleSignIn.ts';
import { startGoogleSignIn } from '#server/services/google/startGoogleSignIn.ts';

const statuses = {
  cancelled: 400,
  expired: 400,
  unverified: 403,
  refused: 400,
  unreachable: 503,
  tooMany: 429,
  blocked: 403,
  closed: 403,
  uninvited: 403,
  unknownInvitation: 403,
} as const satisfies Record<GoogleFailure, number>;

/**
 * Sign-in with Google, in a popup (query `popup`) or in the whole window, which continues at `redirect`. These are
 * pages, not calls of the contract: the browser opens them, and they explain failures. They do not exist without a
 * Google client.
 */
export function googleRoutes(platform: Platform): RouteApp {
  const app = newRouteApp();
  const { google } = platform;
  if (google === undefined) return app;
  for (const path of [googlePath, googleCallbackPath]) {
    app.use(path, async (http, next) => {
      await next();
      for (const [name, value] of Object.entries(googleHeaders)) http.header(name, value);
    });
    app.use(path, findActor(platform));
  }
  app.get(googlePath, (http) => start(http, google));
  app.get(googleCallbackPath, (http) => finish(http, google));
  return app;
}

type Google = NonNullable<Platform['google']>;

async function start(http: RouteContext, google: Google): Promise<Response> {
  const context = http.get('context');
  const language = languageOf(http, http.req.query('lang'));
  const redirect = safeRedirect(http.req.query('redirect'), homePath(language));
  // Only pages of this site may start a sign-in: another site could sign the browser in as another user.
  if (!isFromOwnPage(http, context.config)) return http.redirect(loginPath(redirect, language));
  const isPopup = http.req.query('popup') !== undefined;
  const replaced = readGoogleCookie(http);
  const failed = (failure: GoogleFailure, retrySeconds?: number) =>
    page(http, { language, failure, redirect }, retrySeconds);
  return withFailurePage(failed, async () => {
    const typed = http.req.query('invitation')?.slice(0, giftCodeMaxTyped);
    const invitationHash = (await enteredInvitation(context, typed || undefined)) ?? null;
    const attempt = { language, redirect, isPopup, replaced, invitationHash };
    const { attemptToken, url } = await startGoogleSignIn(context, google, attempt);
    setGoogleCookie(http, context.config, attemptToken);
    return http.redirect(url);
  });
}

async function finish(http: RouteContext, google: Google): Promise<Response> {
  const language = languageOf(http);
  const failed = (failure: GoogleFailure, retrySeconds?: number) =>
    page(http, { language, failure, redirect: undefined }, retrySeconds);
  return withFailurePage(failed, async () => {
    const outcome = await finishGoogleSignIn(http.get('context'), google, {
      query: new URL(http.req.url).searchParams,
      attemptToken: readGoogleCookie(http),
      deviceCookie: readDeviceCookie(http),
    });
    return outcomeResponse(http, language, outcome);
  });
}

function outcomeResponse(
  http: RouteContext,
  browserLanguage: Language,
  outcome: GoogleOutcome,
): Response {
  const { config } = http.get('context');
  const { attempt } = outcome;
  const { language = browserLanguage, redirect, isPopup = false } = attempt ?? {};
  if (attempt !== undefined) clearGoogleCookie(http, config);
  if (outcome.state === 'signedIn') {
    setSessionCookies(http, config, outcome);
    setDeviceCookie(http, config, outcome.deviceCookie);
    if (!isPopup) return http.redirect(outcome.attempt.redirect, 303);
    return page(http, { language, failure: undefined, redirect });
  }
  const isDeclined = outcome.reason === 'cancelled' && !isPopup;
  if (isDeclined) return http.redirect(loginPath(redirect, language), 303);
  return page(http, { language, failure: outcome.reason, redirect });
}

/** Responds with a page about failures that the visitor can act on. Throws other errors again. */
async function withFailurePage(
  failed: (failure: GoogleFailure, retrySeconds?: number) => Response,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    const known = googleFailure(error);
    if (known === undefined) throw error;
    return failed(known.failure, known.retrySeconds);
  }
}

function page(
  http: RouteContext,
  content: Omit<GooglePage, 'supportEmail'>,
  retrySeconds?: number,
): Response {
  if (retrySeconds !== undefined) http.header('retry-after', String(retrySeconds));
  const status = content.failure === undefined ? 200 : statuses[content.failure];
  const { supportEmail } = http.get('context').config.operator;
  return http.html<string>(googlePage({ ...content, supportEmail }), status);
}
