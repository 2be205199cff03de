import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Language } from '#domain/languages/languages.ts';
import { chooseLanguage } from '#domain/languages/readLanguage.ts';
import { googlePath } from '#domain/login/googleSignIn.ts';
import { typedCodeMinutes, unscriptedRedeemPath } from '#domain/product/giftCodes.ts';
import { codeMinutes } from '#domain/login/login.ts';
import type { Config } from '#server/config.ts';
import type { RouteContext } from '#server/routes/serve.ts';
import { googleSeconds } from '#server/services/google/googleAttempt.ts';
import { deviceSeconds } from '#server/services/login/device.ts';
import { sessionSeconds } from '#server/services/login/session.ts';
import { isToken } from '#server/services/login/secretTokens.ts';

type CookieConfig = Pick<Config, 'production'>;

const sessionName = 'session';
/** Readable by the page, so that it can show a signed-in user before any request. The server never trusts it. */
const hintName = 'user_id';
const attemptName = 'login_attempt';
const deviceName = 'device';
const googleName = 'google_attempt';
const typedCodeName = 'gift_code';

/** Returns the token of the session cookie, if it is well-formed. */
export function readSessionToken(http: RouteContext): string | undefined {
  return readToken(http, sessionName);
}

/** Returns the user id in the hint cookie. */
export function readHint(http: RouteContext): string | undefined {
  return getCookie(http, hintName);
}

/** Sets the cookies of session and hint with their full lifetime. */
export function setSessionCookies(
  http: RouteContext,
  config: CookieConfig,
  { sessionToken, userId }: { sessionToken: string; userId: string },
): void {
  setCookie(http, sessionName, sessionToken, { ...hidden(config, '/'), maxAge: sessionSeconds });
  setCookie(http, hintName, userId, { ...readable(config), maxAge: sessionSeconds });
}

export function clearSessionCookies(http: RouteContext, config: CookieConfig): void {
  setCookie(http, sessionName, '', { ...hidden(config, '/'), maxAge: 0 });
  setCookie(http, hintName, '', { ...readable(config), maxAge: 0 });
}

/** Whether the browser sent a cookie of session or hint, valid or not. */
export function hasSessionCookies(http: RouteContext): boolean {
  return getCookie(http, sessionName) !== undefined || readHint(http) !== undefined;
}

/** Whether a route has already set the session cookie. */
export function decidesSession(response: Response): boolean {
  return response.headers.getSetCookie().some((text) => text.startsWith(`${sessionName}=`));
}

/** Returns the token that binds a sign-in code to this browser, if it is well-formed. */
export function readAttemptToken(http: RouteContext): string | undefined {
  return readToken(http, attemptName);
}

export function setAttemptCookie(http: RouteContext, config: CookieConfig, token: string): void {
  const maxAge = codeMinutes * 60;
  setCookie(http, attemptName, token, { ...hidden(config, '/api/login'), maxAge });
}

export function clearAttemptCookie(http: RouteContext, config: CookieConfig): void {
  setCookie(http, attemptName, '', { ...hidden(config, '/api/login'), maxAge: 0 });
}

/** Returns the device cookie, which proves which addresses this browser has signed in to. */
export function readDeviceCookie(http: RouteContext): string | undefined {
  return getCookie(http, deviceName);
}

/** Sets the device cookie for the paths of each way to sign in, because browsers send it only to the path it was set for. */
export function setDeviceCookie(
  http: RouteContext,
  config: Pick<Config, 'production' | 'google'>,
  value: string,
): void {
  const paths = ['/api/login', ...(config.google === undefined ? [] : [googlePath])];
  for (const path of paths) {
    const options = { ...hidden(config, path), maxAge: deviceSeconds };
    setCookie(http, deviceName, value, options);
  }
}

/** Returns the token that binds a sign-in with Google to this browser, if it is well-formed. */
export function readGoogleCookie(http: RouteContext): string | undefined {
  return readToken(http, googleName);
}

export function setGoogleCookie(http: RouteContext, config: CookieConfig, token: string): void {
  setCookie(http, googleName, token, { ...hidden(config, googlePath), maxAge: googleSeconds });
}

export function clearGoogleCookie(http: RouteContext, config: CookieConfig): void {
  setCookie(http, googleName, '', { ...hidden(config, googlePath), maxAge: 0 });
}

/** Returns the gift code that a visitor entered before signing in, if it is well-formed. */
export function readTypedCode(http: RouteContext): string | undefined {
  const code = getCookie(http, typedCodeName);
  return code !== undefined && /^[0-9A-Z]{1,100}$/.test(code) ? code : undefined;
}

/** Keeps a gift code, as `plainGiftCode` returns it, while its visitor signs in. */
export function setTypedCode(http: RouteContext, config: CookieConfig, code: string): void {
  const options = { ...hidden(config, unscriptedRedeemPath), maxAge: typedCodeMinutes * 60 };
  setCookie(http, typedCodeName, code, options);
}

export function clearTypedCode(http: RouteContext, config: CookieConfig): void {
  if (getCookie(http, typedCodeName) === undefined) return;
  setCookie(http, typedCodeName, '', { ...hidden(config, unscriptedRedeemPath), maxAge: 0 });
}

/** Returns the visitor's language: `named` by the page, else the stored choice, else the browser's. */
export function languageOf(http: RouteContext, named?: string): Language {
  return chooseLanguage({
    segment: named,
    stored: getCookie(http, 'lang'),
    accepted: http.req.header('accept-language'),
  });
}

function readToken(http: RouteContext, name: string): string | undefined {
  const token = getCookie(http, name);
  return isToken(token) ? token : undefined;
}

function hidden(config: CookieConfig, path: string): CookieOptions {
  return { path, httpOnly: true, sameSite: 'Lax', secure: config.production };
}

function readable(config: CookieConfig): CookieOptions {
  return { path: '/', sameSite: 'Lax', secure: config.production };
}
