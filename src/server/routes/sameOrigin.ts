import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import type { RouteContext, Variables } from '#server/routes/serve.ts';

type Middleware = MiddlewareHandler<{ Variables: Variables }>;
type OriginConfig = Pick<Config, 'publicUrl'>;

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses requests with unsafe methods of other sites. */
export function protectUnsafeMethods(config: OriginConfig): Middleware {
  return async (http, next) => {
    if (!safeMethods.includes(http.req.method)) checkSameOrigin(http, config);
    await next();
  };
}

/** Refuses all requests of other sites: for the GETs of the specification that change something. */
export const sameOriginOnly: Middleware = async (http, next) => {
  checkSameOrigin(http, http.get('context').config);
  await next();
};

/** Throws `other_origin` unless the request's headers show that it comes from a page of this origin. */
function checkSameOrigin(http: RouteContext, config: OriginConfig): void {
  if (isFromOwnPage(http, config)) return;
  throw new AppError('other_origin', 'Only pages of this site may ask for this');
}

/** Whether the request's headers show that it comes from a page of this origin and is not a prefetch. */
export function isFromOwnPage(http: RouteContext, config: OriginConfig): boolean {
  const isPrefetch = /prefetch/i.test(
    http.req.header('sec-purpose') ?? http.req.header('purpose') ?? '',
  );
  return !isPrefetch && isSameOrigin(http, config);
}

function isSameOrigin(http: RouteContext, config: OriginConfig): boolean {
  const site = http.req.header('sec-fetch-site');
  // `none` is a typed address or a bookmark, which is not a page of this site.
  if (site !== undefined) return site === 'same-origin';
  // Browsers send that header only over https and to this machine. Otherwise the page's address decides.
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
