import type { MiddlewareHandler } from 'hono';
import type { Language } from '#domain/languages/languages.ts';
import { translator } from '#i18n/translate.ts';
import type { Platform } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { findActor } from '#server/routes/actor.ts';
import { protectUnsafeMethods } from '#server/routes/sameOrigin.ts';
import {
  type RouteApp,
  type RouteContext,
  type Variables,
  newRouteApp,
} from '#server/routes/serve.ts';
import type { ServedFile, Site } from '#server/services/serving/openSite.ts';

/** The parts of the server that the routes of a form need. */
export type FormParts = {
  platform: Platform;
  site: Site;
  limitBody: MiddlewareHandler<{ Variables: Variables }>;
};

/** Returns an app that limits bodies at `path`, finds the actor and refuses posts of other sites. */
export function newFormApp(path: string, { platform, limitBody }: FormParts): RouteApp {
  const app = newRouteApp();
  app.use(path, limitBody, findActor(platform), protectUnsafeMethods(platform.config));
  return app;
}

/** Parses the form in a body. Returns a function that returns the cleaned text of a field, empty if it is missing. */
export async function readForm(http: RouteContext): Promise<(name: string) => string> {
  const form = new URLSearchParams(await http.req.text());
  return (name) =>
    (form.get(name) ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed();
}

/** Returns the seconds to wait after a refusal by a rate limit, and a text about it. Throws any other error again. */
export function waitAfter(
  error: unknown,
  language: Language,
): { retrySeconds: number; text: string } {
  if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
  const retrySeconds = Number(error.details['retry_seconds']);
  const count = Math.ceil(retrySeconds / 60);
  return { retrySeconds, text: translator(language, 'contact')('problem.wait', { count }) };
}

/**
 * Returns a page of the current release with its HTML. Throws `not_found` with the text `missing` if it does not exist.
 */
export async function readPage(
  site: Site,
  path: string,
  missing: string,
): Promise<{ file: ServedFile; html: string }> {
  const release = await site.current();
  const file = release?.find(path);
  if (file === undefined) throw new AppError('not_found', missing);
  const { body } = await site.read(file.hash, 'identity');
  return { file, html: body.toString() };
}

/** Returns a response with the HTML of a form's page, which is never cached or indexed. */
export function formResponse(
  { headers: fileHeaders, type }: ServedFile,
  html: string,
  status: number,
  retrySeconds?: number,
): Response {
  const headers = new Headers(fileHeaders);
  headers.set('content-type', type);
  headers.set('cache-control', 'no-store');
  headers.set('x-robots-tag', 'noindex');
  if (retrySeconds !== undefined) headers.set('retry-after', String(retrySeconds));
  return new Response(html, { status, headers });
}
