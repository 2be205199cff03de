import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { RouteContext } from '#server/routes/serve.ts';

/**
 * Returns the client's network address: that of the connection, or the one that the outermost trusted proxy saw. Each
 * proxy appends the address that it saw to `X-Forwarded-For`, so only the last `trustedProxies` entries can be trusted.
 */
export function clientAddress(http: RouteContext, trustedProxies: number): string {
  const direct = getConnInfo(http).remote.address ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const seen = (http.req.header('x-forwarded-for') ?? '').split(',').slice(-trustedProxies);
  return addressOf(seen[0] ?? '') ?? direct;
}

/** Returns the address of an entry without the port and brackets that some proxies add. */
function addressOf(entry: string): string | undefined {
  const text = entry.trim();
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
}
