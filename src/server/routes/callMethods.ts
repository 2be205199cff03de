import type { MiddlewareHandler } from 'hono';
import { type Endpoint, isRead } from '#contract/endpoint.ts';
import { allCalls } from '#contract/openapi.ts';
import { AppError } from '#server/errors.ts';
import type { Variables } from '#server/routes/serve.ts';

/** An address of the API with the calls that it has. */
type CallPath = {
  path: string;
  pattern: RegExp;
  params: number;
  allow: string[];
  publicMethods: string[];
};

const preflightSeconds = 86_400;

/**
 * Goes by the contract before anything else looks at a request: an address without a call is 404, a method that its
 * address does not have is 405 with `Allow`, and OPTIONS says which there are, to pages of other sites for public calls.
 */
export function checkCallMethods(): MiddlewareHandler<{ Variables: Variables }> {
  const paths = callPaths();
  const fixed = new Map(paths.map((found) => [found.path, found]));
  const patterns = paths.filter(({ params }) => params > 0);
  return async (http, next) => {
    const { method, path } = http.req;
    const found = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path));
    if (!found) {
      if (!path.startsWith('/api/')) return next();
      throw new AppError('not_found', 'There is no such call');
    }
    const { allow, publicMethods } = found;
    if (method !== 'OPTIONS' && allow.includes(method)) return next();
    if (publicMethods.length > 0) http.header('access-control-allow-origin', '*');
    if (method === 'OPTIONS') {
      http.header('allow', allow.join(', '));
      if (publicMethods.length > 0) {
        http.header('access-control-allow-methods', publicMethods.join(', '));
        http.header('access-control-allow-headers', '*');
        http.header('access-control-max-age', String(preflightSeconds));
      }
      return http.body(null, 204);
    }
    throw methodNotAllowed(method, allow);
  };
}

/** Refuses a method; the header `Allow` names the others. */
export function methodNotAllowed(method: string, allow: readonly string[]): AppError {
  return new AppError('method_not_allowed', `${method} is not allowed here`, { allow });
}

/** Addresses without values first: they are more exact than those that a value would match too. */
function callPaths(): CallPath[] {
  const byPath = Map.groupBy(allCalls(), ({ call }) => call.path);
  const paths = [...byPath].map(([path, named]) => {
    const calls = named.map(({ call }) => call);
    const isPublic = ({ access }: Endpoint) => access === 'public';
    return {
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
      params: path.split(':').length - 1,
      allow: [...methodsOf(calls), 'OPTIONS'],
      publicMethods: methodsOf(calls.filter(isPublic)),
    };
  });
  return paths.toSorted((one, other) => one.params - other.params);
}

function methodsOf(calls: readonly Endpoint[]): string[] {
  return calls.flatMap((call) => (isRead(call) ? ['GET', 'HEAD'] : [call.method]));
}
