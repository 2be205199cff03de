import { cardOf } from '#domain/card.ts';
import { isLanguage } from '#domain/languages.ts';
import { type Wanted, type WrongWish, queryOf, readWanted } from '#domain/search.ts';
import { searchPath } from '#domain/urls.ts';
import type { Outcome } from '#i18n/resultsParts.ts';
import type { Context, Platform } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { clientAddress } from '#server/routes/clientAddress.ts';
import { compress } from '#server/routes/compress.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { fillResultsPage } from '#server/services/gpts/fillResultsPage.ts';
import { listGpts } from '#server/services/gpts/listGpts.ts';
import { negotiateEncoding } from '#server/services/publishing/negotiateEncoding.ts';
import type { ServedFile, Site } from '#server/services/publishing/openSite.ts';

const statuses = { found: 200, wrong: 400, failed: 503 } as const satisfies Record<
  Outcome['state'],
  number
>;

/**
 * The page of results, filled with what was searched for: what the form of the search leads to without script. Without
 * a release it is left to the routes of the site.
 */
export function resultsRoutes(platform: Platform, site: Site): RouteApp {
  const app = newRouteApp();
  app.get('/:language/search', async (http, next) => {
    const language = http.req.param('language');
    const release = await site.current();
    const file = isLanguage(language) ? release?.find(searchPath(language)) : undefined;
    if (!isLanguage(language) || file === undefined) return next();
    const { wanted, wrong } = readWanted(new URLSearchParams(/\?[^#]*/.exec(http.req.url)?.[0]));
    const outcome = await find(platform, http, wanted, wrong);
    const { body } = await site.read(file.hash, 'identity');
    const page = fillResultsPage(body.toString(), language, wanted, outcome);
    return send(http, file, statuses[outcome.state], page);
  });
  return app;
}

async function find(
  platform: Platform,
  http: RouteContext,
  wanted: Wanted,
  wrong: WrongWish | undefined,
): Promise<Outcome> {
  if (wrong) return { state: 'wrong', what: wrong };
  const address = clientAddress(http, platform.config.trustedProxies);
  const context: Context = { ...platform, actor: { kind: 'visitor', address } };
  try {
    const answer = await listGpts(context, queryOf(wanted));
    const { items, total, is_total_capped: isCapped } = answer;
    return { state: 'found', cards: items.map(cardOf), total, isCapped };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') {
      return { state: 'wrong', what: 'filter' };
    }
    const requestId = http.get('requestId');
    platform.log.warn({ requestId, error: redactedError(error) }, 'a page of results failed');
    return { state: 'failed' };
  }
}

async function send(
  http: RouteContext,
  file: ServedFile,
  status: (typeof statuses)[Outcome['state']],
  page: string,
): Promise<Response> {
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('vary', 'Accept-Encoding');
  headers.set('cache-control', status === 200 ? 'public, max-age=60' : 'no-store');
  if (status === 503) headers.set('retry-after', '2');
  const encoding = negotiateEncoding(http.req.header('accept-encoding'));
  if (encoding === 'identity') return new Response(page, { status, headers });
  headers.set('content-encoding', encoding);
  return new Response(await compress[encoding](page), { status, headers });
}
