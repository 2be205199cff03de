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
 * Finds the actor by the session cookie and sets the context of routes. Afterwards it updates the cookies where needed:
 * renews them with the session, sets the hint cookie, and removes those of an ended session.
 */
export function findActor(platform: Platform): MiddlewareHandler<{ Variables: Variables }> {
  return async (http, next) => {
    const token = readSessionToken(http);
    const address = clientAddress(http, platform.config.trustedProxies);
    const browser = { address, userAgent: http.req.header('user-agent') };
    const found = token === undefined ? undefined : await findSession(platform, token, browser);
    http.set('context', { ...platform, actor: actorOf(found, browser) });
    setDefaultHeader(http, 'cache-control', 'no-store');
    await next();
    if (!areCookiesCurrent(http, found) && maySetCookies(http.res)) {
      changeCookies(http, platform, token, found);
    }
  };
}

function actorOf(found: FoundSession | undefined, browser: SeenBrowser): Actor {
  if (!found) return { kind: 'visitor', ...browser };
  return { kind: 'user', ...browser, userId: found.userId, sessionId: found.sessionId };
}

/** Whether the response may have cookies: a shared cache would send them to other visitors. */
function maySetCookies(response: Response): boolean {
  const isShared = /\bpublic\b|\bs-maxage\b/.test(response.headers.get('cache-control') ?? '');
  return !isShared && !decidesSession(response);
}

/** Whether the cookies of the request need no change. */
function areCookiesCurrent(http: RouteContext, found: FoundSession | undefined): boolean {
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
