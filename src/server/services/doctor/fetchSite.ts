import type { Config } from '#server/config.ts';

const limitMilliseconds = 8_000;

/** Requests a path of the site at its public address, as a visitor does. Redirects are not followed. */
export function fetchSite(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(limitMilliseconds);
  return fetch(`${publicUrl}${path}`, { redirect: 'manual', signal, ...init });
}
