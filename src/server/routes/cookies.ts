import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { type Language, chooseLanguage } from '#domain/languages.ts';
import { googlePath } from '#domain/googleSignIn.ts';
import { typedCodeMinutes, unscriptedRedeemPath } from '#domain/giftCodes.ts';
import { codeMinutes } from '#domain/login.ts';
import type { Config } from '#server/config.ts';
import type { RouteContext } from '#server/routes/serve.ts';
import { googleSeconds } from '#server/services/google/googleAttempt.ts';
import { deviceSeconds } from '#server/services/login/device.ts';
import { sessionSeconds } from '#server/services/login/session.ts';
import { isToken } from '#server/services/login/tokens.ts';

type Means = Pick<Config, 'production'>;
type DeviceMeans = Pick<Config, 'production' | 'google'>;

const sessionName = 'session';
/** Readable by the page: tells it, before anything is asked, that somebody is signed in. Proves nothing. */
const hintName = 'user_id';
const attemptName = 'login_attempt';
const deviceName = 'device';
const googleName = 'google_attempt';
const typedCodeName = 'gift_code';

/** The token of the session cookie, if there is one of the right form. */
export function readSessionToken(http: RouteContext): string | undefined {
  const token = getCookie(http, sessionName);
  return isToken(token) ? token : undefined;
}

/** The user id that the page believes to be signed in. */
export function readHint(http: RouteContext): string | undefined {
  return getCookie(http, hintName);
}

/** Gives session and hint their full lifetime. */
export function setSessionCookies(
  http: RouteContext,
  config: Means,
  { sessionToken, userId }: { sessionToken: string; userId: string },
): void {
  setCookie(http, sessionName, sessionToken, { ...hidden(config, '/'), maxAge: sessionSeconds });
  setCookie(http, hintName, userId, { ...readable(config), maxAge: sessionSeconds });
}

export function clearSessionCookies(http: RouteContext, config: Means): void {
  setCookie(http, sessionName, '', { ...hidden(config, '/'), maxAge: 0 });
  setCookie(http, hintName, '', { ...readable(config), maxAge: 0 });
}

/** Whether the browser sent any of the two, whatever is in it. */
export function hasSessionCookies(http: RouteContext): boolean {
  return getCookie(http, sessionName) !== undefined || readHint(http) !== undefined;
}

/** Whether a route has already decided about the session cookie. */
export function decidesSession(response: Response): boolean {
  return response.headers.getSetCookie().some((text) => text.startsWith(`${sessionName}=`));
}

/** The token that binds a code to this browser, if there is one of the right form. */
export function readAttemptToken(http: RouteContext): string | undefined {
  const token = getCookie(http, attemptName);
  return isToken(token) ? token : undefined;
}

export function setAttemptCookie(http: RouteContext, config: Means, token: string): void {
  const maxAge = codeMinutes * 60;
  setCookie(http, attemptName, token, { ...hidden(config, '/api/login'), maxAge });
}

export function clearAttemptCookie(http: RouteContext, config: Means): void {
  setCookie(http, attemptName, '', { ...hidden(config, '/api/login'), maxAge: 0 });
}

/** Returns the device cookie, which proves which addresses this browser has signed in to. */
export function readDeviceCookie(http: RouteContext): string | undefined {
  return getCookie(http, deviceName);
}

/** Sets it for each way of signing in: a browser sends it only to the path that it was set for. */
export function setDeviceCookie(http: RouteContext, config: DeviceMeans, value: string): void {
  const paths = ['/api/login', ...(config.google === undefined ? [] : [googlePath])];
  for (const path of paths) {
    const options = { ...hidden(config, path), maxAge: deviceSeconds };
    setCookie(http, deviceName, value, options);
  }
}

/** Returns the token that binds a sign-in with Google to this browser, if there is one of the right form. */
export function readGoogleCookie(http: RouteContext): string | undefined {
  const token = getCookie(http, googleName);
  return isToken(token) ? token : undefined;
}

export function setGoogleCookie(http: RouteContext, config: Means, token: string): void {
  setCookie(http, googleName, token, { ...hidden(config, googlePath), maxAge: googleSeconds });
}

export function clearGoogleCookie(http: RouteContext, config: Means): void {
  setCookie(http, googleName, '', { ...hidden(config, googlePath), maxAge: 0 });
}

/** Returns the gift code that a visitor entered before signing in, if there is one of the right form. */
export function readTypedCode(http: RouteContext): string | undefined {
  const code = getCookie(http, typedCodeName);
  return code !== undefined && /^[0-9A-Z]{1,100}$/.test(code) ? code : undefined;
}

/** Keeps a gift code, as `plainGiftCode` returns it, while its visitor signs in. */
export function setTypedCode(http: RouteContext, config: Means, code: string): void {
  const options = { ...hidden(config, unscriptedRedeemPath), maxAge: typedCodeMinutes * 60 };
  setCookie(http, typedCodeName, code, options);
}

export function clearTypedCode(http: RouteContext, config: Means): void {
  if (getCookie(http, typedCodeName) === undefined) return;
  setCookie(http, typedCodeName, '', { ...hidden(config, unscriptedRedeemPath), maxAge: 0 });
}

/** The visitor's language: what the page says in `lang`, the stored choice, the browser's. */
export function languageOf(http: RouteContext, named?: string): Language {
  return chooseLanguage({
    segment: named,
    stored: getCookie(http, 'lang'),
    accepted: http.req.header('accept-language'),
  });
}

function hidden(config: Means, path: string): CookieOptions {
  return { path, httpOnly: true, sameSite: 'Lax', secure: config.production };
}

function readable(config: Means): CookieOptions {
  return { path: '/', sameSite: 'Lax', secure: config.production };
}
