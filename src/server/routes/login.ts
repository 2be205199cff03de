import { sendLoginCode, signInByEmail, signOut } from '#contract/login.ts';
import { resendSeconds } from '#domain/login.ts';
import { safeRedirect } from '#domain/urls.ts';
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
import { sendCode } from '#server/services/login/sendCode.ts';
import { signIn } from '#server/services/login/signIn.ts';
import { signOut as endSession } from '#server/services/login/signOut.ts';

export function loginRoutes(): RouteApp {
  const app = newRouteApp();
  app.use(sendLoginCode.path, sameOriginOnly);
  app.use(signOut.path, sameOriginOnly);

  serve(app, sendLoginCode, async (context, { query }, http) => {
    const { attemptToken, withWord } = await sendCode(context, {
      email: query.email,
      language: languageOf(http, query.lang),
      attemptToken: readAttemptToken(http),
      deviceCookie: readDeviceCookie(http),
    });
    setAttemptCookie(http, context.config, attemptToken);
    return { resend_seconds: resendSeconds, ...(withWord ? { word: true } : {}) };
  });

  serve(app, signInByEmail, async (context, { query }, http) => {
    const { userId, sessionToken, deviceCookie } = await signIn(context, {
      email: query.email,
      code: query.code,
      word: query.word,
      language: languageOf(http),
      attemptToken: readAttemptToken(http),
      deviceCookie: readDeviceCookie(http),
    });
    clearAttemptCookie(http, context.config);
    setSessionCookies(http, context.config, { userId, sessionToken });
    setDeviceCookie(http, context.config, deviceCookie);
    return { user_id: userId };
  });

  serve(app, signOut, async (context, { query }, http) => {
    await endSession(context);
    clearSessionCookies(http, context.config);
    return isNavigation(http) ? http.redirect(safeRedirect(query.redirect, '/')) : {};
  });

  return app;
}

/** Whether a link was followed, so that the answer should be a page. */
function isNavigation(http: RouteContext): boolean {
  const mode = http.req.header('sec-fetch-mode');
  if (mode !== undefined) return mode === 'navigate';
  return /\btext\/html\b/.test(http.req.header('accept') ?? '');
}
