import type { MiddlewareHandler } from 'hono';
import { type Endpoint, isRead } from '#contract/endpoint.ts';
import { allCalls } from '#contract/openapi/openapi.ts';
import { AppError } from '#server/errors.ts';
import type { Variables } from '#server/routes/serve.ts';

/** A path of the API with its methods. `params` is the number of its parameters. */
type CallPath = {
  path: string;
  pattern: RegExp;
  params: number;
  allow: string[];
  publicMethods: string[];
};

const preflightSeconds = 86_400;

/**
 * Checks path and method by the contract, before all routes: 404 for an unknown path below `/api`, 405 with `Allow` for a
 * method that a path does not have. Responds to OPTIONS with the methods, and for public calls with CORS headers.
 */
export function checkCallMethods(): MiddlewareHandler<{ Variables: Variables }> {
  const paths = callPaths();
  const fixed = new Map(paths.map((found) => [found.path, found]));
  const patterns = paths.filter(({ params }) => params > 0);
  return async (http, next) => {
    const { method, path } = http.req;
    const found = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path));
    if (!found) {
      if (path !== '/api' && !path.startsWith('/api/')) return next();
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

/** Returns the error for a method that is not allowed. Its response has the header `Allow`. */
export function methodNotAllowed(method: string, allow: readonly string[]): AppError {
  return new AppError('method_not_allowed', `${method} is not allowed here`, { allow });
}

/** Returns all paths. Those with fewer parameters come first, because a parameter would match their fixed parts, too. */
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
