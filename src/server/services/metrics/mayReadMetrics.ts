import type { Config } from '#server/config.ts';
import { isSafe } from '#server/environment.ts';
import { isBearer } from '#server/services/publishing/operatorToken.ts';

/** Headers that proxies add. A request with one of them comes from elsewhere, whatever its connection says. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/** `hasProxy`: whether a proxy may pass on requests of others to this port. */
type Protection = { token: string | undefined; hasProxy: boolean };

/** A request: the address of its connection, and its headers by their names in lower case. */
type Reader = { address: string; header: (name: string) => string | undefined };

/**
 * Whether a request may read the metrics: with the token or, if none is set, from this machine. A proxy on this machine
 * connects from it too, so a port behind one needs the token.
 */
export function mayReadMetrics(
  { token, hasProxy }: Protection,
  { address, header }: Reader,
): boolean {
  if (token !== undefined) return isBearer(header('authorization'), token);
  const isDirect = proxyHeaders.every((name) => header(name) === undefined);
  return isLoopback(address) && isDirect && !hasProxy;
}

/** Whether visitors reach the server through a proxy: it speaks no TLS itself. */
export function hasProxy({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): boolean {
  return trustedProxies > 0 || publicUrl.startsWith('https:') || !isSafe(publicUrl);
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(address) || address === '::1';
}
