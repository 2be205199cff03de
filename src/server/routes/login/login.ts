import * as endpoints from '#contract/login/login.ts';
import { resendSeconds } from '#domain/login/login.ts';
import { safeRedirect } from '#domain/login/loginPaths.ts';
import {
  clearAttemptCookie,
  clearSessionCookies,
  languageOf,
  readAttemptToken,
  readDeviceCookie,
  setAttemptCookie,
  setDeviceCookie,
  setSessionCookies,
} from '#server/routes/cookies.ts';
import { sameOriginOnly } from '#server/routes/sameOrigin.ts';
import { type RouteApp, type RouteContext, newRouteApp, serve } from '#server/routes/serve.ts';
import { endActingSession } from '#server/services/login/endSessions.ts';
import { sendCode } from '#server/services/login/sendCode.ts';
import { signIn } from '#server/services/login/signIn.ts';

export function loginRoutes(): RouteApp {
  const app = newRouteApp();
  app.use(endpoints.sendLoginCode.path, sameOriginOnly);
  app.use(endpoints.signOut.path, sameOriginOnly);

  serve(app, endpoints.sendLoginCode, async (context, { query }, http) => {
    const { attemptToken, withWord } = await sendCode(context, {
      email: query.email,
      language: languageOf(http, query.lang),
      attemptToken: readAttemptToken(http),
      deviceCookie: readDeviceCookie(http),
    });
    setAttemptCookie(http, context.config, attemptToken);
    return { resend_seconds: resendSeconds, ...(withWord ? { word: true } : {}) };
  });

  serve(app, endpoints.signInByEmail, async (context, { query }, http) => {
    const { userId, sessionToken, deviceCookie } = await signIn(context, {
      email: query.email,
      code: query.code,
      word: query.word,
      invitation: query.invitation,
      language: languageOf(http),
      attemptToken: readAttemptToken(http),
      deviceCookie: readDeviceCookie(http),
    });
    clearAttemptCookie(http, context.config);
    setSessionCookies(http, context.config, { userId, sessionToken });
    setDeviceCookie(http, context.config, deviceCookie);
    return { user_id: userId };
  });

  serve(app, endpoints.signOut, async (context, { query }, http) => {
    await endActingSession(context);
    clearSessionCookies(http, context.config);
    return isNavigation(http) ? http.redirect(safeRedirect(query.redirect, '/')) : {};
  });

  return app;
}

/** Whether the browser opens the address as a page, for example by a link. */
function isNavigation(http: RouteContext): boolean {
  const mode = http.req.header('sec-fetch-mode');
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(http.req.header('accept') ?? '');
}
