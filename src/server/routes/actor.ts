import type { MiddlewareHandler } from 'hono';
import type { Actor, Platform } from '#server/context.ts';
import { clientAddress } from '#server/routes/clientAddress.ts';
import {
  clearSessionCookies,
  decidesSession,
  hasSessionCookies,
  readHint,
  readSessionToken,
  setSessionCookies,
} from '#server/routes/cookies.ts';
import { setDefaultHeader } from '#server/routes/defaultHeaders.ts';
import type { RouteContext, Variables } from '#server/routes/serve.ts';
import {
  type FoundSession,
  type SeenBrowser,
  findSession,
} from '#server/services/login/session.ts';

/**
 * Finds who acts by the session cookie and gives the routes their context. Afterwards it keeps the cookies true:
 * renewed with the session, hint beside session, none of an ended one.
 */
export function findActor(platform: Platform): MiddlewareHandler<{ Variables: Variables }> {
  return async (http, next) => {
    const token = readSessionToken(http);
    const address = clientAddress(http, platform.config.trustedProxies);
    const seen = { address, userAgent: http.req.header('user-agent') };
    const found = token === undefined ? undefined : await findSession(platform, token, seen);
    http.set('context', { ...platform, actor: actorOf(found, seen) });
    setDefaultHeader(http, 'cache-control', 'no-store');
    await next();
    if (!areCookiesTrue(http, found) && mayCarryCookies(http.res)) {
      changeCookies(http, platform, token, found);
    }
  };
}

function actorOf(found: FoundSession | undefined, seen: SeenBrowser): Actor {
  if (!found) return { kind: 'visitor', ...seen };
  return { kind: 'user', ...seen, userId: found.userId, sessionId: found.sessionId };
}

/** A shared cache would hand one visitor's cookies to the next. */
function mayCarryCookies(response: Response): boolean {
  const isShared = /\bpublic\b|\bs-maxage\b/.test(response.headers.get('cache-control') ?? '');
  return !isShared && !decidesSession(response);
}

/** Whether the cookies of the request are those that the browser should go on with, as they nearly always are. */
function areCookiesTrue(http: RouteContext, found: FoundSession | undefined): boolean {
  if (found === undefined) return !hasSessionCookies(http);
  return !found.renewed && readHint(http) === found.userId;
}

function changeCookies(
  http: RouteContext,
  { config }: Platform,
  sessionToken: string | undefined,
  found: FoundSession | undefined,
): void {
  if (found === undefined || sessionToken === undefined) clearSessionCookies(http, config);
  else setSessionCookies(http, config, { sessionToken, userId: found.userId });
}
