import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getHealth, getReadiness } from '#contract/operation/health.ts';
import type { Context, Platform } from '#server/context.ts';
import { setDefaultHeader } from '#server/routes/defaultHeaders.ts';
import type { Variables } from '#server/routes/serve.ts';

/** Asked by balancers every few seconds. */
const unlogged: ReadonlySet<string> = new Set([getHealth.path, getReadiness.path]);

/** Files that a browser loads once: scripts, texts of pages, shapes of icons. */
const assets = /^\/(?:_astro|texts|glyphs)\//;

const pathMaxCharacters = 200;

/**
 * Gives each request an id and logs a line for it, for assets only with `LOG_LEVEL=debug`. A line never has the query, the
 * body or the visitor's address, which may tell who asks for what.
 */
export function logRequests({ log }: Platform): MiddlewareHandler<{ Variables: Variables }> {
  return async (http, next) => {
    const requestId = randomUUID();
    http.set('requestId', requestId);
    setDefaultHeader(http, 'x-request-id', requestId);
    const start = performance.now();
    await next();
    const { method, path } = http.req;
    const level = assets.test(path) ? 'debug' : 'info';
    if (unlogged.has(path) || !log.isLevelEnabled(level)) return;
    // Pages have none.
    const context = http.get('context') as Context | undefined;
    const actor = context?.actor;
    log[level](
      {
        requestId,
        method,
        route: http.get('route') ?? safePath(path),
        status: http.res.status,
        refusal: http.get('refusal'),
        user: actor?.kind === 'user' ? actor.userId : undefined,
        milliseconds: Math.round(performance.now() - start),
      },
      'request',
    );
  };
}

/** Returns a path without ids of shared conversations, whose readers need no account, and without e-mail addresses. */
export function safePath(path: string): string {
  return path
    .slice(0, pathMaxCharacters)
    .replace(/^((?:\/[a-z]{2}(?:_TW)?)?\/s\/)[^/]+/, '$1:id')
    .replace(/[^/]*(?:@|%40)[^/]*/gi, ':text');
}
