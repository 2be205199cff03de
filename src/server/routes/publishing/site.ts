import { getCookie } from 'hono/cookie';
import type { Language } from '#domain/languages/languages.ts';
import type { ModelGroup } from '#domain/models/models.ts';
import { splitLanguage } from '#domain/site/urls.ts';
import type { Platform } from '#server/context.ts';
import { methodNotAllowed } from '#server/routes/callMethods.ts';
import { type RouteApp, type RouteContext, newRouteApp } from '#server/routes/serve.ts';
import { isHashed, isText } from '#release/fileTypes.ts';
import { isKnownGpt } from '#server/services/gpts/isKnownGpt.ts';
import { negotiateEncoding } from '#server/services/serving/negotiateEncoding.ts';
import { type Release, type ServedFile, type Site } from '#server/services/serving/openSite.ts';
import { type PageResolution, type PageRequest, resolvePath } from '#domain/site/resolvePath.ts';
import type { WithdrawnGpts } from '#server/services/serving/withdrawnGpts.ts';

/** The methods that pages accept. */
const allow: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

type Redirect = Extract<PageResolution, { kind: 'redirect' }>;

const varyByLanguage = 'Cookie, Accept-Language';

/** Serves the current release with its redirects and error pages. Mounted after all other routes. */
export function siteRoutes(site: Site, platform: Platform): RouteApp {
  const app = newRouteApp();
  app.all('*', async (http) => {
    const { method } = http.req;
    if (method === 'OPTIONS') return http.body(null, 204, { allow: allow.join(', ') });
    if (!allow.includes(method)) throw methodNotAllowed(method, allow);
    return siteResponse(site, platform, http);
  });
  return app;
}

async function siteResponse(site: Site, platform: Platform, http: RouteContext): Promise<Response> {
  const release = await site.current();
  if (release === undefined) {
    return plainPage(503, 'The site is being prepared', 'Please try again in a moment.');
  }
  const request = pageRequest(http);
  const isFile = isHashed(request.path) && !request.path.endsWith('/');
  if (isFile) return sendHashed(site, http, release, request.path);
  const found = resolvePath(request, {
    isServed: (path) => release.find(path) !== undefined,
    firstModel: (group) => firstOffered(platform, group),
  });
  switch (found.kind) {
    case 'file':
      return (
        (await sendWithdrawn(site, platform.withdrawn, http, release, found.path)) ??
        send(site, http, release.find(found.path))
      );
    case 'redirect': {
      const { otherGpt } = found;
      if (otherGpt && (await isKnownGpt(platform, otherGpt.id)))
        return sendMissing(site, http, release, otherGpt.language, false);
      return redirect(found);
    }
    case 'missing':
      return sendMissing(site, http, release, found.language, found.varies);
    case 'missingFile':
      return missingFile();
    case 'malformed':
      return plainPage(
        400,
        'Bad request',
        'This address is misspelled: a % must be followed by two digits.',
      );
  }
}

/** Returns the first model of a group that this server offers, in the operator's order. */
function firstOffered({ catalogue, models }: Platform, group: ModelGroup): string | undefined {
  return catalogue.models.find((model) => {
    return model.group === group && !model.hidden && models.route(model) !== undefined;
  })?.id;
}

function pageRequest(http: RouteContext): PageRequest {
  // Without `URL`, which would normalise `\` and `..`.
  const [, path = '/', search = ''] =
    /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(http.req.url) ?? [];
  return {
    path: path || '/',
    search,
    storedLanguage: getCookie(http, 'lang'),
    acceptedLanguages: http.req.header('accept-language'),
  };
}

/** Sends a file of the release, or of an earlier one whose pages are still open in browsers. */
async function sendHashed(
  site: Site,
  http: RouteContext,
  release: Release,
  path: string,
): Promise<Response> {
  const file = await site.findHashed(path, release);
  if (file === undefined) return missingFile();
  return send(site, http, file).catch((error: NodeJS.ErrnoException) => {
    // Its release was deleted meanwhile.
    if (error.code === 'ENOENT' && release.find(path) === undefined) return missingFile();
    throw error;
  });
}

function missingFile(): Response {
  return plainPage(404, 'Not found', 'There is no such file.');
}

/** Sends the error page of a GPT that was withdrawn after the release was made. Returns `undefined` for any other path. */
async function sendWithdrawn(
  site: Site,
  withdrawn: WithdrawnGpts,
  http: RouteContext,
  release: Release,
  path: string,
): Promise<Response | undefined> {
  const withdrawal = withdrawn.find(path);
  const { language } = splitLanguage(path);
  if (withdrawal === undefined || language === undefined) return undefined;
  const status = withdrawal === 'removed' ? 410 : 404;
  const page = release.find(`/${language}/${status}`);
  return send(site, http, page && { ...page, status });
}

async function sendMissing(
  site: Site,
  http: RouteContext,
  release: Release,
  language: Language,
  varies: boolean,
): Promise<Response> {
  const page = await send(site, http, release.find(`/${language}/404`));
  if (varies) page.headers.append('vary', varyByLanguage);
  return page;
}

async function send(
  site: Site,
  http: RouteContext,
  file: ServedFile | undefined,
): Promise<Response> {
  if (file === undefined) return plainPage(404, 'Not found', 'There is no such page.');
  const text = isText(file.type);
  const requested = text ? negotiateEncoding(http.req.header('accept-encoding')) : 'identity';
  const { body, encoding } = await site.read(file.hash, requested);
  const headers = new Headers(file.headers);
  headers.set(
    'etag',
    `"${file.hash.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`,
  );
  if (text) headers.set('vary', 'Accept-Encoding');
  // Previews of links on other sites show pictures of ours.
  if (file.type.startsWith('image/')) headers.set('cross-origin-resource-policy', 'cross-origin');
  if (file.status === 200 && isKnown(http.req.header('if-none-match'), headers.get('etag'))) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', file.type);
  headers.set('content-length', String(body.length));
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  const isHead = http.req.method === 'HEAD';
  return new Response(isHead ? null : body, { status: file.status, headers });
}

function isKnown(ifNoneMatch: string | undefined, etag: string | null): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => {
    return known.trim() === '*' || known.trim().replace(/^W\//, '') === etag;
  });
}

/** A change of a page's address is permanent; a choice of the language, or of what the operator offers first, is not. */
function redirect({ location, varies, guessed, isTemporary }: Redirect): Response {
  const isPermanent = !varies && isTemporary !== true;
  const cacheControl = isPermanent ? 'public, max-age=3600' : 'private, no-cache';
  const headers = new Headers({ location, 'cache-control': cacheControl });
  if (varies) headers.set('vary', varyByLanguage);
  const { language } = splitLanguage(location.split('?', 1)[0] ?? '');
  if (varies && language !== undefined) {
    headers.set('set-cookie', `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`);
    // Lets the page restore the visitor's own choice from local storage (`BeforePaint.astro`).
    if (guessed) headers.append('set-cookie', 'lang_guessed=1; Path=/; Max-Age=60; SameSite=Lax');
  }
  return new Response(null, { status: isPermanent ? 301 : 302, headers });
}

/** Returns a minimal page, for cases in which the release has no page. */
function plainPage(status: number, title: string, text: string): Response {
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
    `<main><h1>${title}</h1><p>${text}</p><p><a href="/">Dolores</a></p></main></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '5' } : {}),
    },
  });
}
