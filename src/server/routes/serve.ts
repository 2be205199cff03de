import { type Context as HonoContext, Hono } from 'hono';
import { locales, config as zodConfig } from 'zod/mini';
import type * as z from 'zod/mini';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { type Context, signedInUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

zodConfig(locales.en());

/** Variables of every request. */
export type Variables = {
  context: Context;
  requestId: string;
  /** For the log: the path of the contract, and the code of a refusal. */
  route?: string;
  refusal?: string;
};
export type RouteApp = Hono<{ Variables: Variables }>;
export type RouteContext = HonoContext<{ Variables: Variables }>;

export const bodyMaxBytes = 1_000_000;

/** Returns the error for a body of more than `maxBytes` bytes. */
export function bodyTooLarge(maxBytes = bodyMaxBytes): AppError {
  const details = { max_bytes: maxBytes };
  return new AppError('too_large', `The body has more than ${maxBytes} bytes`, details);
}

export function newRouteApp(): RouteApp {
  return new Hono<{ Variables: Variables }>();
}

/**
 * Serves a call of the contract. Checks that a call for users has a session (401), then the input (400 `invalid_input`
 * with field and rule; unknown parameters of the query are ignored). Sends the result of `handle` as JSON, unless it is a
 * `Response`.
 */
export function serve<E extends Endpoint>(
  app: RouteApp,
  endpoint: E,
  handle: (
    context: Context,
    request: RequestOf<E>,
    http: RouteContext,
  ) => Promise<(E['response'] extends undefined ? never : ResponseOf<E>) | Response>,
): void {
  app.on(endpoint.method, endpoint.path, async (http) => {
    http.set('route', endpoint.path);
    setPublicHeaders(endpoint, http);
    if (endpoint.access === 'user') signedInUser(http.get('context'));
    const request = {
      params: endpoint.params && check(endpoint.params, http.req.param(), 'path'),
      query: endpoint.query && check(endpoint.query, http.req.query(), 'query'),
      body: endpoint.body ? check(endpoint.body, await readJson(http), 'body') : undefined,
    } as RequestOf<E>;
    const result = await handle(http.get('context'), request, http);
    return result instanceof Response ? result : http.json(result as object);
  });
}

/** Lets pages of other sites read responses of public calls, and caches keep them for the call's `maxAge`. */
function setPublicHeaders({ access, maxAge }: Endpoint, http: RouteContext): void {
  if (access === 'public') http.header('access-control-allow-origin', '*');
  if (maxAge !== undefined) http.header('cache-control', `public, max-age=${maxAge}`);
}

function check(schema: z.ZodMiniType, value: unknown, place: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, 10).map((issue) => ({
    field: fieldOf(issue),
    rule: issue.message,
  }));
  const first = fields[0];
  throw new AppError('invalid_input', `${first?.field ?? place}: ${first?.rule ?? 'is wrong'}`, {
    place,
    fields,
  });
}

function fieldOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 3) : [];
  return [...issue.path.map(String), ...keys].join('.') || 'all';
}

async function readJson(http: RouteContext): Promise<unknown> {
  const type = http.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new AppError('invalid_input', 'The body must be sent as application/json', {
      place: 'body',
    });
  }
  try {
    return JSON.parse(await http.req.text());
  } catch {
    throw new AppError('invalid_input', 'The body is not valid JSON', { place: 'body' });
  }
}
