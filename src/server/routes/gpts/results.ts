import { foundOf } from '#domain/gpts/found.ts';
import { gptIdInLink, gptLinkMaxCharacters, openGptLinkPath } from '#domain/gpts/gptLinks.ts';
import { type Language, isLanguage } from '#domain/languages/languages.ts';
import {
  type Requested,
  type InvalidRequest,
  emptyRequest,
  queryOf,
  readRequested,
} from '#domain/gpts/search.ts';
import { searchPath } from '#domain/gpts/gptPaths.ts';
import type { Outcome } from '#parts/resultsParts.ts';
import type { Context, Platform } from '#server/context.ts';
import { AppError, redactedError } from '#server/errors.ts';
import { clientAddress } from '#server/routes/clientAddress.ts';
import { compress } from '#server/routes/compress.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { fillResultsPage } from '#server/services/gpts/fillResultsPage.ts';
import { listGpts } from '#server/services/gpts/listGpts.ts';
import { type RenderedPage, RenderedResults } from '#server/services/gpts/renderedResults.ts';
import { RenderRefusal, ResultsLimits } from '#server/services/limits/resultsLimits.ts';
import { negotiateEncoding } from '#server/services/serving/negotiateEncoding.ts';
import type { ServedFile, Site } from '#server/services/serving/openSite.ts';
import type { Encoding } from '#release/contentStore.ts';

const statuses = {
  found: 200,
  wrong: 400,
  tooMany: 429,
  failed: 503,
  busy: 503,
} as const satisfies Record<Outcome['state'], number>;

/** `Retry-After` of a failed search. */
const retrySeconds = 2;

/** A request, and the page of the release that is filled with the results. */
type PageRequest = { http: RouteContext; language: Language; file: ServedFile; encoding: Encoding };

/**
 * Serves the page of results with the results in its HTML, for the form of the search without script. Without a release the
 * request is left to the routes of the site.
 */
export function resultsRoutes(platform: Platform, site: Site): RouteApp {
  const app = newRouteApp();
  const pages = new ResultsPages(platform, site);
  app.get('/:language/search', async (http, next) => {
    const language = http.req.param('language');
    const release = await site.current();
    const file = isLanguage(language) ? release?.find(searchPath(language)) : undefined;
    if (!isLanguage(language) || file === undefined) return next();
    const link = (http.req.query('query') ?? '').slice(0, gptLinkMaxCharacters);
    if (gptIdInLink(link) !== undefined) return http.redirect(openGptLinkPath(language, link), 303);
    const encoding = negotiateEncoding(http.req.header('accept-encoding'));
    return pages.respond({ http, language, file, encoding });
  });
  return app;
}

/** Renders pages of results within rate limits, and caches them for a short time. */
class ResultsPages {
  readonly #platform: Platform;
  readonly #site: Site;
  readonly #limits = new ResultsLimits();
  readonly #rendered = new RenderedResults();
  readonly #refusals = new Map<string, Promise<RenderedPage>>();

  constructor(platform: Platform, site: Site) {
    this.#platform = platform;
    this.#site = site;
  }

  async respond(request: PageRequest): Promise<Response> {
    const { http } = request;
    const { requested, wrong } = readRequested(
      new URLSearchParams(/\?[^#]*/.exec(http.req.url)?.[0]),
    );
    const content = `${wrong ?? ''} ${searchPath(request.language, requested)}`;
    try {
      const address = clientAddress(http, this.#platform.config.trustedProxies);
      const search = () => find(this.#platform, request, address, requested, wrong);
      const page = await this.#page(
        request,
        content,
        (render) => this.#limits.render(address, render),
        () => this.#render(request, requested, search),
      );
      return toResponse(request, page, retrySeconds);
    } catch (error) {
      if (!(error instanceof RenderRefusal)) throw error;
      const { kind } = error;
      await this.#limits.holdRefusal(http.req.raw.signal);
      return toResponse(request, await this.#refusal(request, kind), error.retrySeconds);
    }
  }

  /** Returns the page of a refusal. Refusals of the same moment share one rendering, or they would cost as much as pages. */
  async #refusal(request: PageRequest, kind: RenderRefusal['kind']): Promise<RenderedPage> {
    const { file, encoding, language } = request;
    const key = `${file.hash} ${encoding} ${language} ${kind}`;
    const running = this.#refusals.get(key);
    if (running) return running;
    const render = () => this.#render(request, emptyRequest, async () => ({ state: kind }));
    const page = this.#page(request, kind, (limited) => limited(), render);
    this.#refusals.set(key, page);
    try {
      return await page;
    } finally {
      this.#refusals.delete(key);
    }
  }

  /** Returns a page from the cache, else renders it. `content` is the part of the cache key that names its content. */
  async #page(
    { language, file, encoding }: PageRequest,
    content: string,
    limited: (render: () => Promise<RenderedPage>) => Promise<RenderedPage>,
    render: () => Promise<RenderedPage>,
  ): Promise<RenderedPage> {
    const key = `${file.hash} ${encoding} ${language} ${content}`;
    const source = this.#platform.withdrawn.known;
    this.#rendered.follow(source);
    const known = this.#rendered.get(key);
    if (known) return known;
    const page = await limited(render);
    const isCached = page.status !== statuses.failed || content === 'busy';
    if (isCached) this.#rendered.set(key, page, source);
    return page;
  }

  async #render(
    { language, file, encoding }: PageRequest,
    requested: Requested,
    search: () => Promise<Outcome>,
  ): Promise<RenderedPage> {
    const outcome = await search();
    const { body } = await this.#site.read(file.hash, 'identity');
    const page = fillResultsPage(body.toString(), language, requested, outcome);
    const isPlain = encoding === 'identity';
    return {
      status: statuses[outcome.state],
      body: isPlain ? Buffer.from(page) : await compress[encoding](page),
    };
  }
}

async function find(
  platform: Platform,
  { http, language }: PageRequest,
  address: string,
  requested: Requested,
  wrong: InvalidRequest | undefined,
): Promise<Outcome> {
  if (wrong) return { state: 'wrong', what: wrong };
  const context: Context = { ...platform, actor: { kind: 'visitor', address } };
  try {
    return { state: 'found', ...foundOf(await listGpts(context, queryOf(requested, language))) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') {
      return { state: 'wrong', what: 'filter' };
    }
    const requestId = http.get('requestId');
    platform.log.warn({ requestId, error: redactedError(error) }, 'a page of results failed');
    return { state: 'failed' };
  }
}

function toResponse(
  { http, file, encoding }: PageRequest,
  page: RenderedPage,
  wait: number,
): Response {
  const { status, body } = page;
  const headers = new Headers(file.headers);
  headers.set('content-type', file.type);
  headers.set('content-length', String(body.byteLength));
  headers.set('vary', 'Accept-Encoding');
  headers.set('cache-control', status === 200 ? 'public, max-age=60' : 'no-store');
  if (status === 503 || status === 429) headers.set('retry-after', String(wait));
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response(http.req.method === 'HEAD' ? null : new Uint8Array(body), {
    status,
    headers,
  });
}
