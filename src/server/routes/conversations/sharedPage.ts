import { isLanguage, type Language } from '#domain/languages/languages.ts';
import { sharedPagePath } from '#domain/chat/chatPaths.ts';
import type { Platform } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { clientAddress } from '#server/routes/clientAddress.ts';
import { compress } from '#server/routes/compress.ts';
import { languageOf } from '#server/routes/cookies.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { shareLimits } from '#server/services/limits/limits.ts';
import { takePoints } from '#server/services/limits/takePoints.ts';
import { negotiateEncoding } from '#server/services/serving/negotiateEncoding.ts';
import type { ServedFile, Site } from '#server/services/serving/openSite.ts';
import { type SharedPage, fillSharedPage } from '#server/services/shares/fillSharedPage.ts';
import { readSharedConversation } from '#server/services/shares/readSharedConversation.ts';
import { RenderedMessages } from '#server/services/shares/renderedMessages.ts';

const statuses = {
  shared: 200,
  unknown: 404,
  gone: 410,
  tooMany: 429,
  failed: 503,
} as const satisfies Record<SharedPage['state'], number>;

type Served = { platform: Platform; site: Site; rendered: RenderedMessages };

/**
 * Serves shared conversations, in the language of the path or else of the visitor. The session is not read: the page is
 * the same for all readers. Without a release the request is left to the routes of the site.
 */
export function sharedPageRoutes(platform: Platform, site: Site): RouteApp {
  const app = newRouteApp();
  const served = { platform, site, rendered: new RenderedMessages() };
  app.get('/s/:id', async (http, next) => {
    return (await pageResponse(served, http, languageOf(http), true)) ?? next();
  });
  app.get('/:language/s/:id', async (http, next) => {
    const language = http.req.param('language');
    if (!isLanguage(language)) return next();
    return (await pageResponse(served, http, language, false)) ?? next();
  });
  return app;
}

async function pageResponse(
  { platform, site, rendered }: Served,
  http: RouteContext,
  language: Language,
  varies: boolean,
): Promise<Response | undefined> {
  const release = await site.current();
  const file = release?.find(sharedPagePath(language));
  if (file === undefined) return undefined;
  const id = http.req.param('id') ?? '';
  const { page, retrySeconds } = await find(platform, http, id);
  const { body } = await site.read(file.hash, 'identity');
  const html = fillSharedPage(body.toString(), page, { language, id, rendered });
  const headers = headersOf(file, varies);
  if (retrySeconds !== undefined) headers.set('retry-after', String(retrySeconds));
  return send(http, headers, statuses[page.state], html);
}

async function find(
  platform: Platform,
  http: RouteContext,
  id: string,
): Promise<{ page: SharedPage; retrySeconds?: number }> {
  try {
    const by = clientAddress(http, platform.config.trustedProxies);
    await takePoints(platform, [{ limit: shareLimits.read, by }]);
    return { page: await readSharedConversation(platform, id) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      return { page: { state: 'tooMany' }, retrySeconds: Number(error.details['retry_seconds']) };
    }
    const requestId = http.get('requestId');
    platform.log.warn({ requestId, error: redactedError(error) }, 'a shared page failed');
    return { page: { state: 'failed' }, retrySeconds: 2 };
  }
}

/** Headers against shared caches (a link may be revoked), search engines and referrers. */
function headersOf(file: ServedFile, varies: boolean): Headers {
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', varies ? 'Accept-Encoding, Cookie, Accept-Language' : 'Accept-Encoding');
  headers.set('x-robots-tag', 'noindex, nofollow');
  headers.set('referrer-policy', 'no-referrer');
  const policy = headers.get('content-security-policy');
  if (policy !== null) headers.set('content-security-policy', stricter(policy));
  return headers;
}

/** Returns a policy that also forbids requests and forms, because the content was written by a stranger. */
function stricter(policy: string): string {
  return policy
    .split('; ')
    .map((directive) =>
      directive.replace(/^(connect-src|form-action|manifest-src) .*$/, `$1 'none'`),
    )
    .join('; ');
}

async function send(
  http: RouteContext,
  headers: Headers,
  status: (typeof statuses)[SharedPage['state']],
  page: string,
): Promise<Response> {
  const encoding = negotiateEncoding(http.req.header('accept-encoding'));
  if (encoding === 'identity') return new Response(page, { status, headers });
  headers.set('content-encoding', encoding);
  return new Response(await compress[encoding](page), { status, headers });
}
