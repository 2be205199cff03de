import { type GoogleFailure, googleCallbackPath, googlePath } from '#domain/googleSignIn.ts';
import type { Language } from '#domain/languages.ts';
import { homePath, loginPath, safeRedirect } from '#domain/urls.ts';
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
import { type GooglePage, googleHeaders, googlePage } from '#server/routes/googlePage.ts';
import { isFromOwnPage } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { failureOf } from '#server/services/google/failureOf.ts';
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
} as const satisfies Record<GoogleFailure, number>;

/**
 * Sign-in with Google, in a popup (`popup`) or in the whole window, which goes on to `redirect`. Pages and no calls of the
 * contract: a browser goes there, and its visitor reads what went wrong. Without a client at Google there are none.
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
  // Nobody but our own pages may send a browser to Google: it would come back signed in, perhaps as somebody else.
  if (!isFromOwnPage(http, context.config)) return http.redirect(loginPath(redirect, language));
  const isPopup = http.req.query('popup') !== undefined;
  const replaced = readGoogleCookie(http);
  const failed = (failure: GoogleFailure, retrySeconds?: number) =>
    page(http, { language, failure, redirect }, retrySeconds);
  return orPage(failed, async () => {
    const attempt = { language, redirect, isPopup, replaced };
    const { attemptToken, url } = await startGoogleSignIn(context, google, attempt);
    setGoogleCookie(http, context.config, attemptToken);
    return http.redirect(url);
  });
}

async function finish(http: RouteContext, google: Google): Promise<Response> {
  const language = languageOf(http);
  const failed = (failure: GoogleFailure, retrySeconds?: number) =>
    page(http, { language, failure, redirect: undefined }, retrySeconds);
  return orPage(failed, async () => {
    const outcome = await finishGoogleSignIn(http.get('context'), google, {
      query: new URL(http.req.url).searchParams,
      attemptToken: readGoogleCookie(http),
      deviceCookie: readDeviceCookie(http),
    });
    return answer(http, language, outcome);
  });
}

function answer(http: RouteContext, seen: Language, outcome: GoogleOutcome): Response {
  const { config } = http.get('context');
  const { attempt } = outcome;
  const { language = seen, redirect, isPopup = false } = attempt ?? {};
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

/** Turns refusals that a visitor can do something about into a page. */
async function orPage(
  failed: (failure: GoogleFailure, retrySeconds?: number) => Response,
  ask: () => Promise<Response>,
): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    const shown = failureOf(error);
    if (shown === undefined) throw error;
    return failed(shown.failure, shown.retrySeconds);
  }
}

function page(http: RouteContext, shown: GooglePage, retrySeconds?: number): Response {
  if (retrySeconds !== undefined) http.header('retry-after', String(retrySeconds));
  const status = shown.failure === undefined ? 200 : statuses[shown.failure];
  return http.html<string>(googlePage(shown), status);
}
