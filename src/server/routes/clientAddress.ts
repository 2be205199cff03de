import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { RouteContext } from '#server/routes/serve.ts';

/**
 * The visitor's network address: the connection's, or what the outermost trusted proxy saw. Each proxy appends the
 * address that it saw to `X-Forwarded-For`, so only the last `trustedProxies` entries can be believed.
 */
export function clientAddress(http: RouteContext, trustedProxies: number): string {
  const direct = getConnInfo(http).remote.address ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const seen = (http.req.header('x-forwarded-for') ?? '').split(',').slice(-trustedProxies);
  return addressOf(seen[0] ?? '') ?? direct;
}

/** An entry's address without the port and brackets that some proxies write. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim();
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
