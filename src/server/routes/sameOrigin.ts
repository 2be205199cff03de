import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import type { RouteContext, Variables } from '#server/routes/serve.ts';

type Middleware = MiddlewareHandler<{ Variables: Variables }>;
type Means = Pick<Config, 'publicUrl'>;

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses calls that change something, unless a page of our own makes them. For everything under `/api`. */
export function protectUnsafeMethods(config: Means): Middleware {
  return async (http, next) => {
    if (!safeMethods.includes(http.req.method)) checkSameOrigin(http, config);
    await next();
  };
}

/** Lets only pages of our own pass, whatever the method: for the GETs of the specification that change something. */
export const sameOriginOnly: Middleware = async (http, next) => {
  checkSameOrigin(http, http.get('context').config);
  await next();
};

/** Throws `other_origin` unless the browser says that a page of this origin asks. Who says nothing is refused. */
function checkSameOrigin(http: RouteContext, config: Means): void {
  if (isFromOwnPage(http, config)) return;
  throw new AppError('other_origin', 'Only pages of this site may ask for this');
}

/** Whether the browser says that a page of this origin asks, for what is wanted now and not fetched ahead. */
export function isFromOwnPage(http: RouteContext, config: Means): boolean {
  const isPrefetch = /prefetch/i.test(
    http.req.header('sec-purpose') ?? http.req.header('purpose') ?? '',
  );
  return !isPrefetch && isSameOrigin(http, config);
}

function isSameOrigin(http: RouteContext, config: Means): boolean {
  const site = http.req.header('sec-fetch-site');
  // `none` is an address that was typed or a bookmark: nobody asked for it on our pages either.
  if (site !== undefined) return site === 'same-origin';
  // Browsers say so only over https and to this machine; elsewhere the page's address has to do.
  const source = urlOf(http.req.header('origin') ?? http.req.header('referer'));
  if (source === undefined) return false;
  return (
    source.origin === urlOf(config.publicUrl)?.origin || source.host === http.req.header('host')
  );
}

function urlOf(text: string | undefined): URL | undefined {
  const url = URL.canParse(text ?? '') ? new URL(text ?? '') : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
